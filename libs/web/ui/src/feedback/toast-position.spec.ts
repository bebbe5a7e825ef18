import fc from 'fast-check';
import { findToastTop } from './toast-position.js';

describe('a toast of 80 px in a window of 844 px', () => {
  it.each([
    ['at the top', [], 8],
    ['at the top, if the heading is below it', [{ top: 112, bottom: 160 }], 8],
    ['at the bottom, if a heading is at the top', [{ top: 70, bottom: 110 }], 756],
    [
      'above the heading at the bottom',
      [
        { top: 20, bottom: 60 },
        { top: 800, bottom: 840 },
      ],
      712,
    ],
    ['at the top, if there is no room', [{ top: 0, bottom: 844 }], 8],
  ])('is %s', (_, headings, top) => {
    expect(findToastTop(80, 844, headings)).toBe(top);
  });

  it('stays where it is while it covers no heading there', () => {
    expect(findToastTop(80, 844, [{ top: 20, bottom: 60 }], 300)).toBe(300);
    expect(findToastTop(80, 844, [{ top: 310, bottom: 360 }], 300)).toBe(8);
  });

  it('covers no heading while there is room above or below each', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 10, max: 60 }))
      .map(([top, height]) => ({ top, bottom: top + height }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 3 }), (headings) => {
        const top = findToastTop(80, 844, headings);
        for (const heading of headings) expect(top + 80 <= heading.top || top >= heading.bottom).toBe(true);
      }),
    );
  });
});
