import { pipeline, Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { pack, type Pack } from 'tar-stream';

/** A path below the service's own folder: ASCII words with `/` between, so that it is a file's name on every machine. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

interface BufferedFile {
  name: string;
  body: Buffer | string;
}

/** A body too large to hold: tar tells a file's length before its bytes, so `size` (bytes) must be known and true. */
interface StreamedFile {
  name: string;
  body: Readable;
  size: number;
}

export type PersonalFile = BufferedFile | StreamedFile;

/** Facts as a file that people can read too: JSON, indented. */
export const jsonFile = (name: string, value: unknown): PersonalFile => ({
  name,
  body: `${JSON.stringify(value, null, 2)}\n`,
});

/**
 * Answers with the files as one `application/x-tar`, each read only when the one before has gone out. The first is
 * fetched before the answer begins, so that a service that cannot say anything refuses properly; a fault after that
 * breaks the connection, and never ends a tar that looks whole. A caller who leaves ends the iteration.
 */
export async function tarAnswer(files: AsyncIterable<PersonalFile>): Promise<StreamableFile> {
  const iterator = files[Symbol.asyncIterator]();
  const first = await iterator.next();
  const tar = pack();
  void writeAll(tar, first, iterator);
  return new StreamableFile(Readable.from(tar, { objectMode: false }), { type: 'application/x-tar' });
}

/** Ends with the tar whole, or broken; its readers are told by the tar itself. */
async function writeAll(
  tar: Pack,
  first: IteratorResult<PersonalFile>,
  iterator: AsyncIterator<PersonalFile>,
): Promise<void> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) await writeFile(tar, next.value);
    tar.finalize();
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error('the files could not be read', { cause: error }));
    await iterator.return?.().catch(() => undefined);
  }
}

function writeFile(tar: Pack, file: PersonalFile): Promise<void> {
  if (!FILE_NAME.test(file.name)) throw new Error(`no name for a file: ${file.name}`);
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
