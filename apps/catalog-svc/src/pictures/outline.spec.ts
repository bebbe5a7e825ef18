import { flatten } from '../../test/outline-polygon.js';
import { crease, line, mirror, shape, symmetric } from './outline.js';

describe('outlines', () => {
  it('are written as SVG paths, to a tenth of a unit', () => {
    expect(line([1, 2], [3.14159, 4], [5, 6, 7, 8, 9, 10])).toBe('M1 2L3.1 4C5 6 7 8 9 10');
    expect(shape([0, 0], [10, 0], [10, 10])).toBe('M0 0L10 0L10 10Z');
  });

  it('are mirrored in the middle of the picture, and back', () => {
    const path = shape([600, 100], [700, 150], [720, 200, 720.5, 300, 600, 400]);
    expect(mirror(path)).toBe('M400 100L300 150C280 200 279.5 300 400 400Z');
    expect(mirror(mirror(path))).toBe(path);
  });

  it('that are symmetric come back on the left the way they went on the right', () => {
    const polygon = flatten(symmetric([500, 100], [700, 100], [760, 200, 760, 300, 700, 400], [500, 400]));
    for (const [x, y] of polygon) {
      expect(polygon.some(([otherX, otherY]) => Math.hypot(otherX - (1000 - x), otherY - y) < 0.2)).toBe(true);
    }
  });

  it('of a crease are as wide at its middle as asked, and end in points', () => {
    const polygon = flatten(crease(100, 500, 300, 500, 0, 40));
    const ys = polygon.map(([, y]) => y);
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(40, 0);
    expect(Math.min(...polygon.map(([x]) => x))).toBe(100);
    expect(Math.max(...polygon.map(([x]) => x))).toBe(300);
  });

  it('of a crease lie to one side of the straight line where it bends', () => {
    const polygon = flatten(crease(100, 500, 300, 500, 30, 10));
    expect(Math.max(...polygon.map(([, y]) => y))).toBeCloseTo(535, 0);
    expect(Math.min(...polygon.map(([, y]) => y))).toBe(500);
  });
});
