import fc from 'fast-check';
import { findPlaces, isInPlace, type Neighbors, type Place } from './product-order.rules.js';

const sort = (places: readonly Place[]): Place[] =>
  places.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));

/** The neighbors of the gap above `index` among `others`, at most `size` on each side. */
const getNeighbors = (others: readonly Place[], index: number, size: number): Neighbors => ({
  above: others.slice(Math.max(0, index - size), index).reverse(),
  below: others.slice(index, index + size),
  isWhole: { above: index <= size, below: others.length - index <= size },
});

/** As the service: asks with more neighbors until there is room. */
function move(list: readonly Place[], movedId: string, index: number): { list: Place[]; changed: number } {
  const others = list.filter(({ id }) => id !== movedId);
  for (let size = 2; ; size *= 2) {
    const places = findPlaces(movedId, getNeighbors(others, index, size));
    if (!places) continue;
    const ids = new Set(places.map(({ id }) => id));
    return { list: sort([...list.filter(({ id }) => !ids.has(id)), ...places]), changed: places.length };
  }
}

const times = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 100_000 }));
const lists = fc
  .array(times, { minLength: 2, maxLength: 30 })
  .map((all) =>
    sort(all.map((at, index) => ({ id: String.fromCharCode(97 + index), at: 1_796_000_000_000_000 + at }))),
  );
const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 });

it('any moves give the order that a plain list would have, and lose no product', () => {
  fc.assert(
    fc.property(lists, moves, (start, picks) => {
      let list = start;
      let model = start.map(({ id }) => id);
      for (const [from, to] of picks) {
        const id = model[from % model.length]!;
        const others = model.filter((other) => other !== id);
        const index = to % model.length;
        ({ list } = move(list, id, index));
        model = [...others.slice(0, index), id, ...others.slice(index)];
        expect(list.map((place) => place.id)).toEqual(model);
        expect(list.every(({ at }) => Number.isSafeInteger(at))).toBe(true);
      }
    }),
  );
});

it('a product knows that it is in its place already', () => {
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (list, pick, to) => {
      const from = pick % list.length;
      const moved = list[from]!;
      const others = list.filter((place) => place !== moved);
      const index = to % list.length;
      expect(isInPlace(moved, getNeighbors(others, index, 2))).toBe(index === from);
    }),
  );
});

it('changes one row between products that were created one after the other', () => {
  const list = sort([0, 60, 120].map((seconds) => ({ id: `p${seconds}`, at: seconds * 1_000_000 })));
  expect(move(list, 'p0', 1).changed).toBe(1);
});

it('changes few rows where moves have used up the room between two neighbors', () => {
  let list = sort(Array.from({ length: 200 }, (_, n) => ({ id: `p${String(n).padStart(3, '0')}`, at: n * 1_000_000 })));
  let most = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const result = move(list, list.at(-1)!.id, 100);
    most = Math.max(most, result.changed);
    ({ list } = result);
  }
  expect(most).toBeLessThan(64);
  expect(new Set(list.map(({ at }) => at)).size).toBe(200);
});
