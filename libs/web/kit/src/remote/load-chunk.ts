import { PageLoadError } from './page-load-error.js';

/**
 * Browsers answer the first request for a file with the failure of its preload, and a page has up to two files: a script
 * and a style sheet.
 */
const RETRIES = 2;
/** Answers to requests for files of builds that are gone. */
const GONE_STATUSES = [404, 410];

/**
 * Every lazy import goes through this function: `loadChunk(() => import('./dialog.js'))`. A failed download is retried.
 * Throws a PageLoadError: `outdated` if the server no longer has the file, because a newer build is deployed.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, retries = RETRIES): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (retries > 0) return loadChunk(load, retries - 1);
    if (error instanceof PageLoadError) throw error;
    throw new PageLoadError((await isGone(error)) ? 'outdated' : 'unreachable', String(error), { cause: error });
  }
}

/** webpack's errors of scripts and style sheets have the file's URL, but not the server's answer. */
async function isGone(error: unknown): Promise<boolean> {
  const { name, request } = error as { name?: string; request?: unknown };
  if (name !== 'ChunkLoadError' || typeof request !== 'string') return false;
  const response = await fetch(request, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return response !== undefined && GONE_STATUSES.includes(response.status);
}
