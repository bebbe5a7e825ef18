import { expect, type Page, type Request } from '@playwright/test';

const QUIET_MS = 500;

/** A transferred file. */
export interface LoadedFile {
  path: string;
  kind: string;
  encoding: string;
  /** Size of the compressed body. */
  bytes: number;
  /** On the page's own origin. */
  isOwn: boolean;
}

async function measureFile(request: Request, own: string): Promise<LoadedFile> {
  const url = new URL(request.url());
  const response = await request.response();
  const { responseBodySize } = await request.sizes();
  return {
    path: url.pathname,
    kind: request.resourceType(),
    encoding: response?.headers()['content-encoding'] ?? '',
    bytes: responseBodySize,
    isOwn: url.origin === own,
  };
}

/** Opens a URL with an empty cache. Returns the files loaded until the page is idle, without scrolling. */
export async function measureFirstLoad(page: Page, path: string, own: string): Promise<LoadedFile[]> {
  const finished: Request[] = [];
  const pending = new Set<Request>();
  let lastActivityAt = 0;
  const ended = (request: Request): void => {
    lastActivityAt = Date.now();
    pending.delete(request);
  };
  page.on('request', (request) => {
    lastActivityAt = Date.now();
    pending.add(request);
  });
  page.on('requestfailed', ended);
  page.on('requestfinished', (request) => {
    ended(request);
    if (/^https?:/.test(request.url())) finished.push(request);
  });
  await page.goto(path);
  // The page is idle if it has no skeletons and no running requests.
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect.poll(() => pending.size === 0 && Date.now() - lastActivityAt > QUIET_MS).toBe(true);
  return Promise.all(finished.map((request) => measureFile(request, new URL(own).origin)));
}

export const sumBytes = (files: readonly LoadedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** The sum and the largest files, for the message of a failed test. */
export function describeWeight(files: readonly LoadedFile[]): string {
  const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8);
  return [
    `${files.length} files, ${kilobytes(sumBytes(files))}; the largest:`,
    ...largest.map(({ path, bytes }) => `  ${kilobytes(bytes).padStart(9)}  ${path}`),
  ].join('\n');
}
