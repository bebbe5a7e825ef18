import {
  copyArea,
  isEmptyMask,
  measureExtent,
  mergeAreas,
  paintLine,
  paintRegion,
  restoreArea,
  type Mask,
} from './mask.js';

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

describe('the extent of a mask', () => {
  const draw = (left: number, top: number, right: number, bottom: number) => {
    const mask = createMask(50, 40);
    for (let y = top; y < bottom; y++) mask.data.fill(255, y * 50 + left, y * 50 + right);
    return measureExtent(mask);
  };

  it.each([
    ['nothing', 'nothing is drawn', draw(0, 0, 0, 0)],
    ['nothing', 'less than a fiftieth is drawn', draw(10, 10, 16, 16)],
    ['whole', 'no border is touched', draw(10, 10, 40, 39)],
    ['cut', 'the lower border is touched', draw(10, 10, 40, 40)],
    ['cut', 'the left border is touched', draw(0, 10, 20, 30)],
    ['cut', 'the right border is touched', draw(30, 10, 50, 30)],
    ['cut', 'the upper border is touched', draw(10, 0, 30, 20)],
  ])('is %s if %s', (extent, _, measured) => expect(measured).toBe(extent));

  it('ignores a whisker at the border', () => {
    const mask = createMask(200, 200);
    for (let y = 50; y < 150; y++) mask.data.fill(255, y * 200 + 50, y * 200 + 150);
    mask.data.fill(255, 100 * 200, 100 * 200 + 60);
    expect(measureExtent(mask)).toBe('whole');
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
