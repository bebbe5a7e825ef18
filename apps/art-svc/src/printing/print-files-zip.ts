import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { SelectedPrintFiles } from '@shop/contracts-art';
import { ZipFile } from 'yazl';
import { describeLost, type ReadyPrintFile, toZipPath } from './selected-print-files.rules.js';

type Missing = SelectedPrintFiles['missing'];

/** Null: the store does not have the file. */
type OpenFile = (file: ReadyPrintFile) => Promise<Readable | null>;

const toText = (missing: Missing): Buffer =>
  Buffer.from(missing.map(({ orderNumber, message }) => `${orderNumber}: ${message}\n`).join(''));

/**
 * Files that the store has lost are named in a text at the end, with those that are `missing` anyway. A file is opened when the one before is sent, so
 * the memory does not grow with the selection. A failure of the store breaks the ZIP, so that an incomplete one never looks complete.
 */
export function createPrintFilesZip(files: readonly ReadyPrintFile[], missing: Missing, open: OpenFile): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  const addFiles = async (): Promise<void> => {
    const lost: ReadyPrintFile[] = [];
    for (const file of files) {
      const stream = await open(file);
      if (!stream) {
        lost.push(file);
        continue;
      }
      addAbortSignal(closed.signal, stream);
      zip.addReadStream(stream, toZipPath(file), { compress: false });
      await finished(stream);
    }
    const all = [...missing, ...lost.map(describeLost)];
    if (all.length > 0) zip.addBuffer(toText(all), 'Not in this file.txt');
    zip.end();
  };
  addFiles().catch((error: unknown) => output.destroy(error as Error));
  return output;
}
