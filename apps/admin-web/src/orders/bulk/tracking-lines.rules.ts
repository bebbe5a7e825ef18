/** Reads tracking numbers from pasted text or a CSV file. Cells stay text: no digit and no leading zero is lost. */
import { BULK_MAX } from '@shop/contracts-common';
import { parseOrderNumber } from '@shop/contracts-order';
import Papa from 'papaparse';

/** Enough for 200 lines with long texts in further columns. */
export const FILE_MAX_BYTES = 200_000;
export const FILE_TOO_LARGE =
  'This file has more than 200 kB. Please save only the columns with order, number and carrier.';
export const FILE_UNREADABLE = 'This file can’t be read any more. Please choose it again.';

const TEXT_MAX = 100;
const SEPARATORS = [',', ';', '\t'];

export interface TrackingLine {
  /** From 1, as a person counts them. */
  line: number;
  /** As it was typed, without the spaces around. */
  text: string;
  orderNumber: string;
  number: string;
  carrier: string;
  /** Why the line is not sent. Null: it is. */
  problem: string | null;
}

interface Row {
  line: number;
  text: string;
  cells: string[];
  isQuoteOpen: boolean;
}

const countBreaks = (text: string): number => text.split('\n').length - 1;

/** A formula by which spreadsheets keep digits, `="00123"`, and spaces of all kinds. */
const toCell = (cell: string): string =>
  cell
    .replace(/^\s*="([^"]*)"\s*$/, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A line may have another separator than the others. */
const splitAgain = (cells: string[]): string[] => {
  const [only = ''] = cells;
  if (cells.length > 1) return cells;
  const separator = SEPARATORS.find((each) => only.includes(each));
  return separator ? (Papa.parse<string[]>(only, { delimiter: separator }).data[0] ?? cells) : cells;
};

function listRows(typed: string): Row[] {
  const text = typed.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const rows: Row[] = [];
  let start = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimitersToGuess: SEPARATORS,
    step: ({ data, errors, meta }) => {
      const raw = text.slice(start, meta.cursor);
      const isQuoteOpen = errors.some(({ type }) => type === 'Quotes');
      rows.push({ line, text: raw.trim(), cells: splitAgain(data).map(toCell), isQuoteOpen });
      line += countBreaks(raw);
      start = meta.cursor;
    },
  });
  return rows.filter(({ cells }) => cells.some(Boolean));
}

type Column = 'orderNumber' | 'number' | 'carrier';
const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ['number', /track|parcel|shipment/i],
  ['carrier', /carrier|courier|shipper/i],
  ['orderNumber', /order/i],
];
const IN_ORDER: readonly Column[] = ['orderNumber', 'number', 'carrier'];

/** Null: the row is no header. A header has no digits. */
function findColumns({ cells }: Row): (Column | null)[] | null {
  if (cells.some((cell) => /\d/.test(cell))) return null;
  const columns = cells.map((cell) => HEADINGS.find(([, pattern]) => pattern.test(cell))?.[0] ?? null);
  return columns.includes('orderNumber') || columns.includes('number') ? columns : null;
}

function findProblem(
  { cells, isQuoteOpen }: Row,
  { orderNumber, number, carrier }: Record<Column, string>,
  hasHeader: boolean,
): string | null {
  if (isQuoteOpen) return 'A quotation mark is not closed, so the lines after it are part of this one.';
  if (!hasHeader && cells.slice(IN_ORDER.length).some(Boolean))
    return 'It has more than three columns. Please name them in a first line: order number, tracking number, carrier.';
  if (!orderNumber) return 'The order number is missing.';
  if (!parseOrderNumber(orderNumber)) return `“${orderNumber}” is no order number.`;
  if (!number) return 'The tracking number is missing.';
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(number)) return `A spreadsheet has shortened the tracking number to ${number}.`;
  if (number.length > TEXT_MAX) return 'The tracking number has more than 100 characters.';
  if (!carrier) return 'The carrier is missing. Please enter the one for lines without.';
  return carrier.length > TEXT_MAX ? 'The carrier has more than 100 characters.' : null;
}

function findRepetition(line: TrackingLine, earlier: readonly TrackingLine[]): string | null {
  const same = earlier.find(({ orderNumber, problem }) => problem === null && orderNumber === line.orderNumber);
  if (!same) return null;
  return same.number === line.number
    ? `It says the same as line ${same.line}.`
    : `Line ${same.line} has another number of this order. Please add further parcels in the order.`;
}

/** `carrier`: of lines without one. */
export function readTrackingLines(text: string, carrier: string): TrackingLine[] {
  const rows = listRows(text);
  const columns = rows[0] ? findColumns(rows[0]) : null;
  const lines: TrackingLine[] = [];
  for (const row of columns ? rows.slice(1) : rows) {
    const cellOf = (column: Column): string => row.cells[(columns ?? IN_ORDER).indexOf(column)] ?? '';
    const cells = {
      orderNumber: cellOf('orderNumber'),
      number: cellOf('number'),
      carrier: cellOf('carrier') || carrier.trim(),
    };
    const line: TrackingLine = {
      ...{ line: row.line, text: row.text, ...cells },
      orderNumber: parseOrderNumber(cells.orderNumber) ?? cells.orderNumber,
      problem: findProblem(row, cells, columns !== null),
    };
    line.problem ??= findRepetition(line, lines);
    if (line.problem === null && lines.filter(({ problem }) => problem === null).length >= BULK_MAX)
      line.problem = `At most ${BULK_MAX} lines are sent at once. This one stays for the next time.`;
    lines.push(line);
  }
  return lines;
}

/** Lines that would be sent with the same tracking number: orders in one parcel, or a number that was pasted twice. */
export function listSharedNumbers(lines: readonly TrackingLine[]): number[][] {
  const byNumber = new Map<string, number[]>();
  for (const { line, number, problem } of lines) {
    if (problem !== null) continue;
    const key = number.replaceAll(/\s/g, '').toUpperCase();
    byNumber.set(key, [...(byNumber.get(key) ?? []), line]);
  }
  return [...byNumber.values()].filter(({ length }) => length > 1);
}

/** Some lines of a text, below the header that names their columns. */
export function keepLines(text: string, lines: readonly Pick<TrackingLine, 'text'>[]): string {
  const [first] = listRows(text);
  const header = first && findColumns(first) ? [first] : [];
  return lines.length === 0 ? '' : [...header, ...lines].map((line) => line.text).join('\n');
}

/** UTF-8, or UTF-16 as spreadsheets save “Unicode text”. */
export function decodeFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}
