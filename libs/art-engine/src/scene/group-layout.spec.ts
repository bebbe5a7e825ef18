import fc from 'fast-check';
import { layoutGroup, type GroupLayout, type Silhouette } from './group-layout.js';

const LIMITS = { maxHeightByWidth: 14 / 12, maxWidthByHeight: 1.25 };
const SIDE_PX = 640;
const WHOLE = { left: false, right: false, top: false, bottom: false };

const silhouette = (change: Partial<Silhouette> = {}): Silhouette => ({
  width: 200,
  height: 400,
  area: 50_000,
  upper: { left: 50, right: 150 },
  upperShare: 0.42,
  lower: { left: 0, right: 200 },
  cut: WHOLE,
  ...change,
});
const portrait = silhouette({ upperShare: 0.62, cut: { ...WHOLE, bottom: true } });

const layout = (...silhouettes: Silhouette[]): GroupLayout => layoutGroup(silhouettes, LIMITS, SIDE_PX);

/** A part of a length, at least as long as the share. */
const extent = (length: number, leastShare: number) =>
  fc
    .tuple(fc.double({ min: leastShare, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([share, at]) => ({ left: at * (1 - share) * length, right: (at * (1 - share) + share) * length }));

const silhouettes = fc.array(
  fc.tuple(fc.integer({ min: 80, max: 640 }), fc.integer({ min: 80, max: 640 })).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      area: fc.double({ min: 0.3, max: 0.95, noNaN: true }).map((share) => share * width * height),
      upper: extent(width, 0.3),
      upperShare: fc.constantFrom(0.42, 0.62, 0.9),
      lower: extent(width, 0.5),
      cut: fc.record({ left: fc.boolean(), right: fc.boolean(), top: fc.boolean(), bottom: fc.boolean() }),
    }),
  ),
  { minLength: 2, maxLength: 4 },
);

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Head and body of one pet in the picture. */
function partsOf({ placements }: GroupLayout, pets: readonly Silhouette[], n: number): { head: Rect; body: Rect } {
  const { left, top, width, height } = placements[n]!;
  const { upper, lower, upperShare, width: ownWidth } = pets[n]!;
  const scale = width / ownWidth;
  const middle = top + upperShare * height;
  return {
    head: { left: left + upper.left * scale, right: left + upper.right * scale, top, bottom: middle },
    body: { left: left + lower.left * scale, right: left + lower.right * scale, top: middle, bottom: top + height },
  };
}

/** Share of a rectangle that none of the others covers, at 30 × 30 points. */
function visibleShare({ left, top, right, bottom }: Rect, others: readonly Rect[]): number {
  let visible = 0;
  for (let i = 0; i < 900; i++) {
    const [x, y] = [
      left + (((i % 30) + 0.5) / 30) * (right - left),
      top + ((Math.floor(i / 30) + 0.5) / 30) * (bottom - top),
    ];
    if (!others.some((other) => x > other.left && x < other.right && y > other.top && y < other.bottom)) visible++;
  }
  return visible / 900;
}

describe('layoutGroup', () => {
  it('has all pets inside a picture within the limits', () => {
    fc.assert(
      fc.property(silhouettes, (pets) => {
        const { width, height, placements } = layout(...pets);
        expect(Math.max(width, height)).toBe(SIDE_PX);
        expect(width / height).toBeLessThan(LIMITS.maxWidthByHeight + 0.01);
        expect(height / width).toBeLessThan(LIMITS.maxHeightByWidth + 0.01);
        for (const pet of placements) {
          expect(Math.min(pet.left, pet.top)).toBeGreaterThan(-1);
          expect(pet.left + pet.width).toBeLessThan(width + 1);
          expect(pet.top + pet.height).toBeLessThan(height + 1);
        }
      }),
    );
  });

  it('hides no head: a third of its box is visible at least', () => {
    const pet = (width: number, height: number, area: number, upper: number): Silhouette =>
      silhouette({ width, height, area, upper: { left: 0, right: upper }, lower: { left: 0, right: width / 2 } });
    const cutOnBothSides = { upperShare: 0.62, cut: { ...WHOLE, left: true, right: true } };
    const squeezed = [
      pet(488, 333, 48_751.2, 239.49255629699235),
      { ...pet(379, 555, 65484.47002050686, 139.40208702322494), ...cutOnBothSides },
      pet(148, 136, 6_038.4, 44.4),
      { ...pet(112, 318, 16960.807227725727, 33.6), cut: portrait.cut },
    ];
    fc.assert(
      fc.property(silhouettes, (pets) => {
        const group = layout(...pets);
        for (const [depth, n] of group.backToFront.entries()) {
          const inFront = group.backToFront.slice(depth + 1).map((other) => partsOf(group, pets, other));
          const { head } = partsOf(group, pets, n);
          expect(
            visibleShare(
              head,
              inFront.flatMap(({ head, body }) => [head, body]),
            ),
          ).toBeGreaterThanOrEqual(1 / 3);
        }
      }),
      { examples: [[squeezed]] },
    );
  });

  it('has the heads from left to right in the given order, and sizes alike', () => {
    fc.assert(
      fc.property(silhouettes, (pets) => {
        const group = layout(...pets);
        const middles = pets.map((_, n) => partsOf(group, pets, n).head).map(({ left, right }) => left + right);
        expect(middles).toEqual(middles.toSorted((one, other) => one - other));
        const heights = group.placements.map(({ height }) => height);
        expect(Math.max(...heights) / Math.min(...heights)).toBeLessThan(1.4);
      }),
    );
  });

  it('aligns the tops of two pets alike, and raises the inner ones of four', () => {
    const tops = (...pets: Silhouette[]): number[] => layout(...pets).placements.map(({ top }) => Math.round(top));
    const [left, right] = tops(silhouette(), silhouette());
    expect(left).toBe(right);
    const [first, second, third, fourth] = tops(portrait, portrait, portrait, portrait);
    expect([first, second]).toEqual([fourth, third]);
    expect(second).toBeLessThan(first!);
  });

  it('has the outer pets in front of the inner ones', () => {
    expect(layout(portrait, portrait, portrait).backToFront[0]).toBe(1);
    expect(layout(portrait, portrait, portrait, portrait).backToFront.slice(2).toSorted()).toEqual([0, 3]);
  });

  it('has a face alone in front, at the bottom of the picture', () => {
    const face = silhouette({ upperShare: 0.9, cut: { ...WHOLE, bottom: true } });
    const { height, placements, backToFront } = layout(portrait, face, silhouette());
    expect(backToFront.at(-1)).toBe(1);
    expect(placements[1]!.top + placements[1]!.height).toBeCloseTo(height, 0);
  });

  it('hides a cut side behind the neighbour', () => {
    const cutRight = silhouette({ cut: { ...WHOLE, right: true } });
    const cutLeft = silhouette({ cut: { ...WHOLE, left: true } });
    expect(layout(cutRight, silhouette()).backToFront).toEqual([0, 1]);
    expect(layout(silhouette(), cutLeft).backToFront).toEqual([1, 0]);
  });

  it('hides a cut side at the edge of the picture', () => {
    const cutLeft = silhouette({ cut: { ...WHOLE, left: true } });
    const cutRight = silhouette({ cut: { ...WHOLE, right: true } });
    const { width, placements } = layout(cutLeft, silhouette(), cutRight);
    expect(placements[0]!.left).toBeCloseTo(0);
    expect(placements[2]!.left + placements[2]!.width).toBeCloseTo(width, 0);
  });

  it('aligns a cut bottom with the bottom of the picture, and has the feet of others above it', () => {
    const { height, placements } = layout(portrait, silhouette());
    expect(placements[0]!.top + placements[0]!.height).toBeCloseTo(height, 0);
    expect(placements[1]!.top + placements[1]!.height).toBeLessThan(height - 1);
  });
});
