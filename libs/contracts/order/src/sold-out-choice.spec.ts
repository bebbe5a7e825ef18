import { findSoldOutChoice } from './sold-out-choice.js';

it.each([
  [
    { size: 'L', color: 'Black' },
    { size: 'l', color: 'black' },
    { type: 'size', id: 'l' },
  ],
  [{ color: 'Black' }, { color: 'black' }, { type: 'color', id: 'black' }],
  [{ size: 'L' }, undefined, { type: 'size', name: 'L' }],
  [{ size: 'L' }, { color: 'black' }, { type: 'size', name: 'L' }],
  [{}, {}, null],
])('%j with the ids %j takes %j off sale', (variantSelections, variantIds, choice) => {
  expect(findSoldOutChoice({ variantSelections, variantIds })).toEqual(choice);
});
