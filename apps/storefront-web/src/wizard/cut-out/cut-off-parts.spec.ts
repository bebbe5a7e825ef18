import { removeCutOffParts } from './cut-off-parts.js';
import { createMaskEditor } from './mask-editor.js';
import { type Area, DRAWN_MIN, type Mask, type PhotoPixels, type Point } from './mask.js';

const [WIDTH, HEIGHT] = [100, 80];
const DOG: Area = { left: 10, top: 10, width: 50, height: 60 };
/** It touches the dog. */
const BALL: Area = { left: 60, top: 30, width: 12, height: 12 };
const SECOND_DOG: Area = { left: 82, top: 40, width: 12, height: 12 };

function maskOf(...areas: readonly Area[]): Mask {
  const mask = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT) };
  for (const { left, top, width, height } of areas)
    for (let y = top; y < top + height; y++) mask.data.fill(255, y * WIDTH + left, y * WIDTH + left + width);
  return mask;
}

const photo: PhotoPixels = { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(4 * WIDTH * HEIGHT) };
const start = maskOf(DOG, BALL, SECOND_DOG);

function erase(from: Point, to: Point, radius = 2) {
  const editor = createMaskEditor(photo, start, start);
  editor.paint({ from, to, radius }, 'remove');
  editor.endStroke();
  return editor;
}

const isDrawn = ({ data }: Mask, x: number, y: number): boolean => data[y * WIDTH + x]! >= DRAWN_MIN;
const SEEN = [
  [30, 40],
  [70, 36],
  [88, 46],
] as const;
const drawn = (mask: Mask) => SEEN.map(([x, y]) => isDrawn(mask, x, y));

describe('an erasing stroke', () => {
  it('between dog and ball removes the ball with its soft edge, and nothing of the dogs; undo brings it back', () => {
    const editor = erase({ x: 61, y: 26 }, { x: 61, y: 46 });
    expect(drawn(editor.mask)).toEqual([true, false, true]);
    expect(editor.mask.data.some((value, i) => value > 0 && i % WIDTH > 62 && i % WIDTH < 80)).toBe(false);
    editor.undo();
    expect([editor.mask.data, editor.canUndo()]).toEqual([start.data, false]);
  });

  it('that leaves the ball connected removes only what it covers', () => {
    expect(drawn(erase({ x: 61, y: 26 }, { x: 61, y: 36 }).mask)).toEqual([true, true, true]);
  });

  it('at a smaller second dog removes only what it covers, also where it divides a dog into two large parts', () => {
    expect(drawn(erase({ x: 82, y: 36 }, { x: 82, y: 56 }).mask)).toEqual([true, true, true]);
    const halved = erase({ x: 5, y: 30 }, { x: 58, y: 24 }).mask;
    expect([isDrawn(halved, 30, 15), isDrawn(halved, 30, 60)]).toEqual([true, true]);
  });

  it('does not remove small parts that were alone before', () => {
    const before = maskOf(DOG, { left: 80, top: 5, width: 3, height: 3 });
    const mask = { ...before, data: before.data.slice() };
    mask.data[10 * WIDTH + 10] = 0;
    expect(removeCutOffParts(mask, before)).toBeNull();
  });
});
