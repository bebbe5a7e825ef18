import { expect, type Page, type Request } from '@playwright/test';

const QUIET_MS = 500;

/** One file as it went over the line. */
export interface LoadedFile {
  path: string;
  kind: string;
  encoding: string;
  /** The body, compressed as it was sent. */
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

/** Opens an address in a browser that has seen nothing yet; answers what it fetches until it rests, without scrolling. */
export async function measureFirstLoad(page: Page, path: string, own: string): Promise<LoadedFile[]> {
  const finished: Request[] = [];
  const pending = new Set<Request>();
  let changedAt = 0;
  const ended = (request: Request): void => {
    changedAt = Date.now();
    pending.delete(request);
  };
  page.on('request', (request) => {
    changedAt = Date.now();
    pending.add(request);
  });
  page.on('requestfailed', ended);
  page.on('requestfinished', (request) => {
    ended(request);
    if (/^https?:/.test(request.url())) finished.push(request);
  });
  await page.goto(path);
  // A page rests once no skeleton is left and nothing is fetched any more.
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect.poll(() => pending.size === 0 && Date.now() - changedAt > QUIET_MS).toBe(true);
  return Promise.all(finished.map((request) => measureFile(request, new URL(own).origin)));
}

export const sumBytes = (files: readonly LoadedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** For a test's message: the sum, and the biggest files in it. */
export function describeWeight(files: readonly LoadedFile[]): string {
  const biggest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8);
  return [
    `${files.length} files, ${kilobytes(sumBytes(files))}; the biggest:`,
    ...biggest.map(({ path, bytes }) => `  ${kilobytes(bytes).padStart(9)}  ${path}`),
  ].join('\n');
}
