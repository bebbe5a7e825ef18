import { pipeline, Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { pack, type Pack } from 'tar-stream';

/** Relative path in ASCII, valid on every operating system. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

interface BufferedFile {
  name: string;
  body: Buffer | string;
}

/** A body too large for memory. A tar entry starts with its length, so `size` must be the exact number of bytes. */
interface StreamedFile {
  name: string;
  body: Readable;
  size: number;
}

export type PersonalDataFile = BufferedFile | StreamedFile;

/** An indented JSON file, readable for people. */
export const toJsonFile = (name: string, value: unknown): PersonalDataFile => ({
  name,
  body: `${JSON.stringify(value, null, 2)}\n`,
});

/**
 * Streams the files as `application/x-tar`, one at a time. The first file is read before the response starts, so that an early
 * failure becomes a normal error response. A later failure breaks the connection, so that an incomplete tar never looks complete.
 * The iteration ends when the client disconnects.
 */
export async function toTarResponse(files: AsyncIterable<PersonalDataFile>): Promise<StreamableFile> {
  const iterator = files[Symbol.asyncIterator]();
  const first = await iterator.next();
  const tar = pack();
  void writeAll(tar, first, iterator);
  return new StreamableFile(Readable.from(tar, { objectMode: false }), { type: 'application/x-tar' });
}

/** Never rejects: a failure destroys the tar stream, which reports it to its reader. */
async function writeAll(
  tar: Pack,
  first: IteratorResult<PersonalDataFile>,
  iterator: AsyncIterator<PersonalDataFile>,
): Promise<void> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) await writeFile(tar, next.value);
    tar.finalize();
  } catch (error) {
    tar.destroy(
      error instanceof Error ? error : new Error('The personal data files could not be read', { cause: error }),
    );
    await iterator.return?.().catch(() => undefined);
  }
}

function writeFile(tar: Pack, file: PersonalDataFile): Promise<void> {
  if (!FILE_NAME.test(file.name)) throw new Error(`Invalid file name in a personal data archive: ${file.name}`);
  return new Promise((resolve, reject) => {
    const onDone = (error?: Error | null): void => (error ? reject(error) : resolve());
    if (!('size' in file)) {
      tar.entry({ name: file.name }, file.body, onDone);
      return;
    }
    const sink = tar.entry({ name: file.name, size: file.size }, (error) => {
      if (error) file.body.destroy();
    });
    pipeline(file.body, sink, onDone);
  });
}
