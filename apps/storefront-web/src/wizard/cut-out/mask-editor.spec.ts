import { createMaskEditor, createMaskHistory } from './mask-editor.js';
import type { Mask, PhotoPixels } from './mask.js';

const SIDE = 20;
/** A dark ball at the left of a light photo. */
const photo: PhotoPixels = {
  width: SIDE,
  height: SIDE,
  data: Uint8ClampedArray.from({ length: SIDE * SIDE * 4 }, (_, i) => ((i / 4) % SIDE < 6 ? 20 : 220)),
};
const createMask = (value: number): Mask => ({
  width: SIDE,
  height: SIDE,
  data: new Uint8Array(SIDE * SIDE).fill(value),
});
const createEditor = (start = createMask(255), automatic = createMask(255)) =>
  createMaskEditor(photo, start, automatic);
const dot = (x: number, y: number) => ({ from: { x, y }, to: { x, y }, radius: 2 });
const copy = ({ mask }: { mask: Mask }) => [...mask.data];

describe('createMaskEditor', () => {
  it('undoes strokes one by one, each with all of its lines', () => {
    const editor = createEditor();
    editor.paint(dot(4, 4), 'remove');
    editor.paint(dot(8, 4), 'remove');
    editor.endStroke();
    const afterFirst = copy(editor);
    editor.paint(dot(15, 15), 'remove');
    editor.endStroke();
    editor.undo();
    expect(copy(editor)).toEqual(afterFirst);
    editor.undo();
    expect([editor.isAutomatic(), editor.canUndo()]).toEqual([true, false]);
    editor.undo();
    expect(editor.isAutomatic()).toBe(true);
  });

  it('undoes a stroke that has not ended', () => {
    const editor = createEditor();
    editor.paint(dot(4, 4), 'remove');
    expect(editor.canUndo()).toBe(true);
    editor.undo();
    expect(editor.isAutomatic()).toBe(true);
  });

  it('removes the area of similar colour that was tapped, and only what is drawn', () => {
    const editor = createEditor();
    expect(editor.changeRegion({ x: 2, y: 2 }, 'add', 0.15)).toBe(false);
    expect(editor.changeRegion({ x: 2, y: 2 }, 'remove', 0.15)).toBe(true);
    expect([editor.mask.data[2], editor.mask.data[12]]).toEqual([0, 255]);
    expect(editor.changeRegion({ x: 2, y: 2 }, 'remove', 0.15)).toBe(false);
    editor.undo();
    expect(editor.isAutomatic()).toBe(true);
  });

  it('resets to the automatic cut-out, which can be undone', () => {
    const corrected = createMask(255);
    corrected.data.fill(0, 0, 40);
    const editor = createEditor(corrected);
    expect(editor.isAutomatic()).toBe(false);
    editor.reset();
    expect(editor.isAutomatic()).toBe(true);
    editor.undo();
    expect(copy(editor)).toEqual([...corrected.data]);
  });

  it('does not change the masks that it was given', () => {
    const start = createMask(255);
    const editor = createEditor(start, start);
    editor.paint(dot(4, 4), 'remove');
    expect(start.data.every((value) => value === 255)).toBe(true);
  });
});

const patch = (bytes: number, left = 0) => ({
  area: { left, top: 0, width: bytes, height: 1 },
  bytes: new Uint8Array(bytes),
});

describe('createMaskHistory', () => {
  it('returns the changes from the last to the first', () => {
    const history = createMaskHistory();
    history.push(patch(1, 1));
    history.push(patch(1, 2));
    expect([history.pop()?.area.left, history.pop()?.area.left, history.pop()]).toEqual([2, 1, null]);
  });

  it('forgets the oldest changes beyond its memory, but not the last one', () => {
    const history = createMaskHistory(10);
    for (const left of [1, 2, 3]) history.push(patch(4, left));
    expect([history.pop()?.area.left, history.pop()?.area.left, history.isEmpty()]).toEqual([3, 2, true]);
    history.push(patch(50, 4));
    expect(history.pop()?.area.left).toBe(4);
  });
});
