/** A size table as text, one size per line: `M; 50.8; 73.7`. Cells of a spreadsheet, pasted, are the same with tabs. */
import type { SizeRow } from '@shop/contracts-catalog';

export const toSizeTableText = (rows: readonly SizeRow[]): string =>
  rows.map(({ size, values }) => [size, ...values].join('; ')).join('\n');

/** What is no number becomes NaN, which the contract refuses with its message. Empty lines are ignored. */
export const parseSizeTable = (text: string): SizeRow[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [size = '', ...cells] = line.split(/[;\t]/).map((cell) => cell.trim());
      while (cells.at(-1) === '') cells.pop();
      return { size, values: cells.map((cell) => (cell === '' ? Number.NaN : Number(cell.replace(',', '.')))) };
    });
