import type { OrderItemPrint } from '@shop/contracts-order';
import { assertPrintsArtwork } from './placement.rules.js';

const print: OrderItemPrint = {
  areaPx: { widthPx: 300, heightPx: 300, shape: 'round' },
  pictureUrl: null,
  pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
  overlayUrl: null,
};
const CAT = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const EAR_TO_TAIL = { x: 0, y: 0, width: 1, height: 1 };

it.each([
  ['in the middle', { x: 50, y: 50 }, CAT, false],
  ['with a corner on the tag', { x: 10, y: 10 }, null, false],
  ['with a corner on the tag, to which the animal reaches', { x: 10, y: 10 }, EAR_TO_TAIL, false],
  ['with a corner on the tag, which is transparent', { x: 10, y: 10 }, CAT, true],
  ['beside the tag', { x: 0, y: 0 }, null, true],
])('an artwork %s: refused %s', (_, position, printedBox, isRefused) => {
  const line = { designConfig: { ...position, scale: 20, rotation: 0 }, scaleSense: 'whole-artwork', print } as const;
  const check = () => assertPrintsArtwork(line, { widthPx: 1024, heightPx: 1024, printedBox });
  if (isRefused) expect(check).toThrow('Nothing of it would be printed.');
  else expect(check).not.toThrow();
});

it('accepts any placement while the area or the size of the artwork is unknown', () => {
  const line = { designConfig: { x: 0, y: 0, scale: 20, rotation: 0 }, scaleSense: 'whole-artwork' } as const;
  expect(() =>
    assertPrintsArtwork({ ...line, print: null }, { widthPx: 9, heightPx: 9, printedBox: null }),
  ).not.toThrow();
  expect(() => assertPrintsArtwork({ ...line, print }, null)).not.toThrow();
});
