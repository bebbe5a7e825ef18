/**
 * Rows of a CSV file (RFC 4180: commas, CRLF, quotes doubled) that spreadsheets open as text, never as a formula: a cell that
 * begins as one (OWASP, "CSV Injection") gets an apostrophe in front. Customers write names and addresses; an admin opens the file.
 */
export type CsvCell = string | number | null;

/** Excel reads an UTF-8 file as one only where it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Also behind spaces, and in the full-width forms that spreadsheets take for the same. */
const BEGINS_AS_FORMULA = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

/** Amounts and counts of ours stay numbers for the spreadsheet; any text stands in quotes. */
function toCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = BEGINS_AS_FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

export const toCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`;
