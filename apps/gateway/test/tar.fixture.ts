import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { fromBufferPromise } from 'yauzl';
import type { Handler } from './fake-service.js';

export const TAR = { 'content-type': 'application/x-tar' };

export function createTar(files: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, body] of Object.entries(files)) tar.entry({ name }, body);
  tar.finalize();
  return buffer(tar);
}

/** Responds with a tar of one large file that is generated while it is read. `next` returns the next bytes, null at the end. */
export const respondWithTarStream =
  (name: string, size: number, next: () => Buffer | null): Handler =>
  (_req, res) => {
    const tar = pack();
    const body = new Readable({
      read() {
        this.push(next());
      },
    });
    body.pipe(tar.entry({ name, size }).on('error', () => body.destroy()));
    tar.finalize();
    pipeline(Readable.from(tar, { objectMode: false }), res.writeHead(200, TAR)).catch(() => body.destroy());
  };

/** Responds with a tar of these files. */
export const respondWithTar =
  (files: Record<string, string | Buffer>): Handler =>
  (_req, res) => {
    void createTar(files).then((bytes) => res.writeHead(200, TAR).end(bytes));
  };

/** Name → content of each file of a zip, in order. Rejects if the zip is incomplete. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
