import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { pageHeaders, type HeaderList } from './security-headers.js';

export interface PageCopy {
  body: Buffer;
  encoding?: 'br' | 'gzip';
}

export interface Page {
  /** Smallest first. */
  copies: PageCopy[];
  etag: string;
  headers: HeaderList;
}

/** A new build of the shell is seen this soon, without a restart. */
const LOOK_AGAIN_MS = 1_000;

/** The text of each script that stands in the page itself, exactly as between its tags: browsers hash just that. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
    .filter(([, attributes = '']) => !/(^|\s)src\s*=/i.test(attributes))
    .map(([, , text = '']) => text)
    .filter((text) => text !== '');
}

/** The one page of the shell, `index.html`, with its policy: kept ready, and read again when it was built anew. */
export class ShellPage {
  private page: Page | undefined;
  private version = '';
  private lookAt = 0;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly isHttps: boolean,
  ) {}

  /** Undefined while there is none (a build on its way). */
  async get(): Promise<Page | undefined> {
    if (Date.now() >= this.lookAt) await (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    return this.page;
  }

  private async look(): Promise<void> {
    const file = join(this.folder, 'index.html');
    try {
      const { mtimeMs, size } = await stat(file);
      const version = `${mtimeMs}-${size}`;
      if (version !== this.version) this.page = await this.prepare(await readFile(file));
      this.version = version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // In the middle of a build the last page still serves.
    }
    this.lookAt = Date.now() + LOOK_AGAIN_MS;
  }

  private async prepare(html: Buffer): Promise<Page> {
    const [br, gz] = await Promise.all([promisify(brotliCompress)(html), promisify(gzip)(html, { level: 9 })]);
    return {
      copies: [{ body: br, encoding: 'br' }, { body: gz, encoding: 'gzip' }, { body: html }],
      etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      headers: pageHeaders(this.isHttps, inlineScriptsOf(html.toString('utf8'))),
    };
  }
}
