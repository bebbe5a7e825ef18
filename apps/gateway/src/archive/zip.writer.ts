import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Entry } from 'tar-stream';
import { ZipFile } from 'yazl';

export interface Folder {
  name: string;
  tar: IncomingMessage;
}

/** Already small: deflating pictures again costs time and gains nothing. */
const COMPRESSED_FILE = /\.(?:png|jpe?g|webp|avif|gif|zip|pdf)$/i;
/** Never up and out of the folder, whatever a part calls its file. */
const FILE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\/:\0][^\\:\0]*$/;

/**
 * Writes one zip: the note, then each folder's files in turn, as slowly as `output` takes them. Rejects, with `output`
 * destroyed, where a part breaks off or `output` closes; a zip that ends is whole.
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
  // Its failure is waited for below; until then the files may still be on their way.
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
  // The iteration tells of its failure as well.
  read.catch(() => undefined);
  for await (const file of files) addFile(zip, folder, file);
  await read;
  if (!tar.complete) throw new Error(`the part ${folder} broke off`);
}

/** The next file comes only when this one has been read. */
function addFile(zip: ZipFile, folder: string, file: Entry): void {
  const { name, type, mtime } = file.header;
  if (type !== 'file' || !FILE_NAME.test(name)) throw new Error(`the part ${folder} holds what is no file: ${name}`);
  zip.addReadStream(file, `${folder}/${name}`, { compress: !COMPRESSED_FILE.test(name), ...(mtime ? { mtime } : {}) });
}
