import { findPlace, moveInPages } from './arrange.rules.js';

const PAGES = ['ab', 'cd', 'e'].map((ids) => ({ rows: [...ids].map((id) => ({ id })), next: null }));
const toText = (pages: { rows: readonly { id: string }[] }[]): string =>
  pages.map(({ rows }) => rows.map(({ id }) => id).join('')).join(' ');

it.each([
  ['a', { after: 'd' }, 'bc da e'],
  ['e', { before: 'a' }, 'ea bc d'],
  ['c', { before: 'b' }, 'ac bd e'],
  ['b', { after: 'c' }, 'ac bd e'],
  ['a', { before: 'a' }, 'ab cd e'],
  ['a', { before: 'x' }, 'ab cd e'],
  ['x', { before: 'a' }, 'ab cd e'],
])('%s placed %j gives %s', (id, place, expected) => {
  expect(toText(moveInPages(PAGES, id, place))).toBe(expected);
});

const ROWS = ['a', 'b', 'c'].map((id) => ({ id }));
it.each([
  [0, 'top', null],
  [0, 'up', null],
  [0, 'down', { after: 'b' }],
  [1, 'top', { before: 'a' }],
  [2, 'top', { before: 'a' }],
  [2, 'up', { before: 'b' }],
  [2, 'down', null],
] as const)('row %s goes %s: %j', (index, direction, place) => {
  expect(findPlace(ROWS, index, direction)).toEqual(place);
});
