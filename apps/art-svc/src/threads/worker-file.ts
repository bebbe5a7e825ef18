import { fileURLToPath } from 'node:url';

/**
 * How piscina starts a thread with this entry (`new URL('./x.worker.js', import.meta.url)`). In `dist` that is JavaScript; run from source (tests) it
 * is TypeScript, and needs the loader to find its imports.
 */
export function workerFile(entry: URL): { filename: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) return { filename: fileURLToPath(entry), execArgv: [] };
  return {
    filename: fileURLToPath(entry).replace(/\.js$/, '.ts'),
    execArgv: ['--import', new URL('./source-loader.ts', import.meta.url).href],
  };
}
