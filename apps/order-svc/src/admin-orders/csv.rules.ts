/**
 * Rows of a CSV file (RFC 4180: commas, CRLF, doubled quotes). Customers write names and addresses that an admin opens
 * in a spreadsheet, so a cell that starts like a formula gets an apostrophe in front (OWASP, "CSV Injection").
 */
export type CsvCell = string | number | null;

/** Excel recognizes UTF-8 only with this at the start of the file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Also after spaces, and in the full-width forms that spreadsheets treat the same. */
const BEGINS_AS_FORMULA = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

/** Amounts and counts stay numbers; any text is quoted. */
function toCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = BEGINS_AS_FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

export const toCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`;
