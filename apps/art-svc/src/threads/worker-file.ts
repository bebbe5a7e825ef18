import { fileURLToPath } from 'node:url';

/** Worker threads run the compiled files in `dist`, even when this process runs from source. */
export function workerFile(path: `${string}.worker.js`): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}
