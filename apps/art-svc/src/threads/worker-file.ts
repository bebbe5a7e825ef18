import { fileURLToPath } from 'node:url';

/** Threads run what the build writes to `dist`, also when this process runs from source. */
export function workerFile(path: `${string}.worker.js`): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}
