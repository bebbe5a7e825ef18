import { copyArea, isEmptyMask, mergeAreas, paintLine, paintRegion, restoreArea, type Mask } from './mask.js';

const createMask = (width: number, height: number, value = 0): Mask => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(value),
});
const toRows = ({ width, data }: Mask): string[] =>
  Array.from({ length: data.length / width }, (_, y) =>
    [...data.subarray(y * width, (y + 1) * width)].map((value) => (value >= 128 ? '#' : '.')).join(''),
  );

describe('paintLine', () => {
  it('paints a round dot and returns the area of its change', () => {
    const mask = createMask(7, 7);
    const point = { x: 3.5, y: 3.5 };
    expect(paintLine(mask, { from: point, to: point, radius: 2 }, 'add')).toEqual({
      left: 0,
      top: 0,
      width: 7,
      height: 7,
    });
    expect(toRows(mask)).toEqual(['.......', '...#...', '..###..', '.#####.', '..###..', '...#...', '.......']);
  });

  it('paints a line without gaps between two distant points, and removes it again', () => {
    const mask = createMask(20, 5);
    const line = { from: { x: 2, y: 2.5 }, to: { x: 18, y: 2.5 }, radius: 1 };
    paintLine(mask, line, 'add');
    expect(toRows(mask)[2]).toBe('.##################.');
    paintLine(mask, line, 'remove');
    expect(isEmptyMask(mask)).toBe(true);
  });

  it('never removes what it adds, and never adds what it removes', () => {
    const full = createMask(6, 6, 255);
    const line = { from: { x: 3, y: 3 }, to: { x: 3, y: 3 }, radius: 1.2 };
    paintLine(full, line, 'add');
    expect(full.data.every((value) => value === 255)).toBe(true);
    const empty = createMask(6, 6);
    paintLine(empty, line, 'remove');
    expect(empty.data.every((value) => value === 0)).toBe(true);
  });

  it('ignores a line outside of the photo and clips one at its edge', () => {
    const mask = createMask(4, 4);
    expect(paintLine(mask, { from: { x: -9, y: 1 }, to: { x: -8, y: 1 }, radius: 2 }, 'add')).toBeNull();
    expect(isEmptyMask(mask)).toBe(true);
    const area = paintLine(mask, { from: { x: -1, y: 1 }, to: { x: 1, y: 1 }, radius: 1 }, 'add');
    expect(area).toMatchObject({ left: 0, top: 0 });
    expect(toRows(mask)[1]).toBe('##..');
  });
});

describe('areas of a mask', () => {
  it('are merged into the smallest rectangle around both', () => {
    expect(mergeAreas({ left: 1, top: 5, width: 2, height: 2 }, { left: 4, top: 2, width: 3, height: 1 })).toEqual({
      left: 1,
      top: 2,
      width: 6,
      height: 5,
    });
  });

  it('are restored byte by byte', () => {
    const mask = { width: 4, height: 3, data: Uint8Array.from({ length: 12 }, (_, i) => i) };
    const area = { left: 1, top: 1, width: 2, height: 2 };
    const bytes = copyArea(mask, area);
    expect([...bytes]).toEqual([5, 6, 9, 10]);
    paintRegion(mask, new Uint8Array(12).fill(1), 'add');
    restoreArea(mask, area, bytes);
    expect([...mask.data]).toEqual([255, 255, 255, 255, 255, 5, 6, 255, 255, 9, 10, 255]);
  });
});
