import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { XLSX_TYPE } from '@shop/contracts-common/routes';
import { writeXlsxStream } from 'hucre/xlsx';
import { BYTE_ORDER_MARK, toCsvRow } from './csv.rules.js';
import type { Amount, FileCell } from './order-file.repository.js';

type Batches = AsyncIterable<FileCell[][]>;

export interface OrderFileFormat {
  readonly extension: 'csv' | 'xlsx';
  readonly type: string;
  /** The bytes are made while they are read. An error of the rows destroys the stream, so that an incomplete file never looks complete. */
  readonly write: (headings: readonly string[], batches: Batches) => Readable;
}

const isAmount = (cell: FileCell): cell is Amount => typeof cell === 'object' && cell !== null;

async function* toCsvLines(headings: readonly string[], batches: Batches): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvRow(headings);
  for await (const rows of batches)
    yield rows.map((row) => toCsvRow(row.map((cell) => (isAmount(cell) ? cell.amount : cell)))).join('');
}

/** For machines. */
export const CSV: OrderFileFormat = {
  extension: 'csv',
  type: 'text/csv; charset=utf-8',
  write: (headings, batches) => Readable.from(toCsvLines(headings, batches), { objectMode: false }),
};

async function* toXlsxRows(batches: Batches): AsyncGenerator<(string | number | null)[]> {
  for await (const rows of batches)
    for (const row of rows) yield row.map((cell) => (isAmount(cell) ? Number(cell.amount) : cell));
}

/** For people. Text stays text: `02138`, a number of 22 digits, and what looks like a formula. Amounts and counts are numbers. */
export const XLSX: OrderFileFormat = {
  extension: 'xlsx',
  type: XLSX_TYPE,
  write: (headings, batches) =>
    Readable.fromWeb(
      writeXlsxStream(toXlsxRows(batches), {
        name: 'Orders',
        columns: headings.map((header) => ({ header, width: 18 })),
        freezePane: { rows: 1 },
      }) as ReadableStream,
    ),
};
