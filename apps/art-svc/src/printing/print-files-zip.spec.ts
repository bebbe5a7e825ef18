import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { createPrintFilesZip } from './print-files-zip.js';
import type { ReadyPrintFile } from './selected-print-files.rules.js';

const createFile = (line: number): ReadyPrintFile => ({
  ...{ id: `id ${line}`, orderNumber: 'PA-1', line, status: 'completed', failureReason: null },
  ...{ sha256: String(line), isDeleted: false },
});
const FILES = [1, 2, 3].map(createFile);
const open = ({ sha256 }: ReadyPrintFile): Promise<Readable | null> =>
  Promise.resolve(sha256 === '2' ? null : Readable.from([Buffer.from(`picture ${sha256}`)]));

async function unzip(zip: Readable): Promise<[string, string][]> {
  const unzipped = await fromBufferPromise(await buffer(zip), { lazyEntries: true });
  const entries: [string, string][] = [];
  for await (const entry of unzipped.eachEntry())
    entries.push([entry.fileName, await text(await unzipped.openReadStreamPromise(entry))]);
  return entries;
}

it('has the files that exist, and a text that names those that the store lost', async () => {
  const missing = [{ orderNumber: 'PA-2', message: 'There is no print file.' }];
  expect(await unzip(createPrintFilesZip(FILES, missing, open))).toEqual([
    ['PA-1/PA-1-line-1.png', 'picture 1'],
    ['PA-1/PA-1-line-3.png', 'picture 3'],
    [
      'Not in this file.txt',
      'PA-2: There is no print file.\nPA-1: Article 2 has no print file, because it was not found where the shop stores pictures.\n',
    ],
  ]);
  expect(await unzip(createPrintFilesZip([createFile(1)], [], open))).toHaveLength(1);
});

it('breaks where the store fails, before a file or within it', async () => {
  const failure = new Error('The store is away');
  const failInside = (): Promise<Readable> => {
    const stream = new PassThrough();
    stream.write('pict');
    setImmediate(() => stream.destroy(failure));
    return Promise.resolve(stream);
  };
  await expect(buffer(createPrintFilesZip(FILES, [], () => Promise.reject(failure)))).rejects.toThrow(failure);
  await expect(buffer(createPrintFilesZip(FILES, [], failInside))).rejects.toThrow(failure);
});

it('closes the open file, and opens no further ones, when the download ends early', async () => {
  const opened: Readable[] = [];
  const zip = createPrintFilesZip(FILES, [], () => {
    const stream = new PassThrough();
    opened.push(stream);
    return Promise.resolve(stream);
  });
  await new Promise(setImmediate);
  zip.destroy();
  await new Promise(setImmediate);
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});
