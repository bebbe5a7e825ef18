import fc from 'fast-check';
import { toCsvRow } from './csv.rules.js';

/** An independent reader of RFC 4180: quoted cells, doubled quotes, commas, one CRLF at the end. */
function readRow(row: string): string[] {
  const cells: string[] = [];
  const cell = /("((?:[^"]|"")*)"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = cell.exec(row); match; match = cell.exec(row)) {
    cells.push(match[2] === undefined ? (match[1] ?? '') : match[2].replaceAll('""', '"'));
    if (match[3] === '\r\n') return cell.lastIndex === row.length ? cells : ['more than one row'];
  }
  return ['not a row'];
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', ' ', '\t', 'a', '🐶', '＝') }),
);

describe('toCsvRow', () => {
  it('writes one row with all cells, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        const read = readRow(toCsvRow(cells));
        expect(read.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells);
      }),
    );
  });

  it('never writes a cell that a spreadsheet reads as a formula', () => {
    fc.assert(
      fc.property(text, (cell) => {
        const [shown = ''] = readRow(toCsvRow([cell]));
        expect(shown.trimStart()).not.toMatch(/^[=+\-@|%＝＋－＠]/u);
        expect(shown).not.toMatch(/^[\t\r\n]/);
      }),
    );
  });

  it.each([
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("http://evil","x")', `"'=HYPERLINK(""http://evil"",""x"")"`],
    ['+49 30 1234', `"'+49 30 1234"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['  =1', `"'  =1"`],
    ['\t=1', `"'\t=1"`],
    ['＝1', `"'＝1"`],
    ['|calc', `"'|calc"`],
    ['O\'Neil, "Pat"', `"O'Neil, ""Pat"""`],
    ['1 = 1', '"1 = 1"'],
    ['', '""'],
  ])('writes %j as %s', (cell, written) => expect(toCsvRow([cell])).toBe(`${written}\r\n`));

  it('keeps numbers as numbers, and nothing as nothing', () => expect(toCsvRow([3, null, 0])).toBe('3,,0\r\n'));
});
