import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { fitIntoPicture } from './print-areas.js';

it('a print area lies in the middle of a picture, with its proportions', () => {
  const { x, y, width, height } = fitIntoPicture(PRINT_AREAS.tshirt);
  expect(width / height).toBeCloseTo(4500 / 5400, 6);
  expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.5, 6)]);
  expect(fitIntoPicture(PRINT_AREAS['pet-tag'], { x: 0, y: 0, width: 1, height: 0.5 })).toEqual({
    x: 0.25,
    y: 0,
    width: 0.5,
    height: 0.5,
  });
});
