import { parseSizeTable, toSizeTableText } from './size-table-text.rules.js';

const ROWS = [
  { size: 'M', values: [50.8, 73.7] },
  { size: '3–4 years', values: [35, 43, 48] },
];

it('is read as it is written', () => {
  expect(parseSizeTable(toSizeTableText(ROWS))).toEqual(ROWS);
});

it('is read from pasted cells, with decimal commas, spaces and empty lines', () => {
  expect(parseSizeTable('\n M\t50,8\t73.7 \n\n3–4 years ; 35; 43;48;\n')).toEqual(ROWS);
});

it('keeps what is no number, so that the form refuses it', () => {
  expect(parseSizeTable('M; wide; ; 3')).toEqual([{ size: 'M', values: [Number.NaN, Number.NaN, 3] }]);
});
