import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Entry } from 'tar-stream';
import { ZipFile } from 'yazl';

export interface Folder {
  name: string;
  tar: IncomingMessage;
}

/** Compressed formats: deflating them again gains nothing. */
const COMPRESSED_FILE = /\.(?:png|jpe?g|webp|avif|gif|zip|pdf)$/i;
/** A relative path without `.` or `..` segments, so that a service's file never leaves its folder. */
const FILE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\/:\0][^\\:\0]*$/;

/**
 * Writes one zip: the readme, then the files of each folder, as fast as `output` accepts them. If a part fails or `output` closes,
 * it destroys `output` and rejects, so that an incomplete zip never looks complete.
 */
export async function writeZip(
  output: Writable,
  readme: { name: string; text: string },
  folders: readonly Folder[],
): Promise<void> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const sent = pipeline(stream, output);
  // `sent` is awaited below. Until then a rejection must not be unhandled.
  sent.catch(() => undefined);
  try {
    zip.addBuffer(Buffer.from(readme.text), readme.name);
    for (const folder of folders) await addFolder(zip, folder);
    zip.end();
  } catch (error) {
    stream.destroy(error as Error);
    await sent.catch(() => undefined);
    throw error;
  }
  await sent;
}

async function addFolder(zip: ZipFile, { name: folder, tar }: Folder): Promise<void> {
  const files = extract();
  const read = pipeline(tar, files);
  // The iteration below reports the same failure.
  read.catch(() => undefined);
  for await (const file of files) addFile(zip, folder, file);
  await read;
  if (!tar.complete) throw new Error(`The archive part ${folder} is incomplete`);
}

/** tar-stream emits the next entry only after this one was read. */
function addFile(zip: ZipFile, folder: string, file: Entry): void {
  const { name, type, mtime } = file.header;
  if (type !== 'file' || !FILE_NAME.test(name))
    throw new Error(`The archive part ${folder} contains an invalid entry: ${name}`);
  zip.addReadStream(file, `${folder}/${name}`, { compress: !COMPRESSED_FILE.test(name), ...(mtime ? { mtime } : {}) });
}
