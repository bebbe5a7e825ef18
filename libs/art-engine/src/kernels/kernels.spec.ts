import fc from 'fast-check';
import { boxBlur, gaussianBlur } from './blur.js';
import { buildRamp, fromOklab, rgb, toOklab } from './colour.js';
import { coverage, scatter, triangulate, type Point } from './facets.js';
import { edgeFlow, type Flow, lightLineStrength, lineStrength, smoothAlong } from './flow.js';
import { emptyPlane, mapPlane, normalise, type Plane } from './plane.js';
import { randomFrom } from './random.js';
import { enlarge, shrink } from './scale.js';

const noise = (width: number, height: number, seed: number): Plane => {
  const random = randomFrom(seed);
  return mapPlane(emptyPlane(width, height), () => random());
};
const mean = ({ values }: Plane): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const everywhere = (plane: Plane): Plane => mapPlane(plane, () => 1);
const smoothOne = (plane: Plane, flow: Flow, reachPx: number): Plane =>
  smoothAlong([{ plane, reachPx }], flow, everywhere(plane))[0]!;
const flat = (value: number): Plane => mapPlane(emptyPlane(23, 17), () => value);

describe('blur', () => {
  it.each([1, 3, 7])('computes the mean of the square around each pixel with repeated edges (radius %i)', (radius) => {
    const plane = noise(19, 13, 5);
    const blurred = boxBlur(plane, radius);
    for (const [x, y] of [
      [0, 0],
      [9, 6],
      [18, 12],
      [3, 11],
    ] as const) {
      let sum = 0;
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++)
          sum += plane.values[Math.min(12, Math.max(0, y + dy)) * 19 + Math.min(18, Math.max(0, x + dx))]!;
      }
      expect(blurred.values[y * 19 + x]).toBeCloseTo(sum / (2 * radius + 1) ** 2, 5);
    }
  });

  it('spreads a point by its sigma', () => {
    const point = emptyPlane(101, 101);
    point.values[50 * 101 + 50] = 1;
    for (const sigma of [0.5, 1.5, 4, 9]) {
      const blurred = gaussianBlur(point, sigma);
      let variance = 0;
      for (let i = 0; i < blurred.values.length; i++) variance += blurred.values[i]! * ((i % 101) - 50) ** 2;
      expect(Math.abs(Math.sqrt(variance) / sigma - 1)).toBeLessThan(0.1);
    }
  });
});

describe('colour', () => {
  it('converts to OKLab and back', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (red, green, blue) => {
        for (const [channel, value] of fromOklab(...toOklab([red, green, blue])).entries())
          expect(Math.abs(value - [red, green, blue][channel]!)).toBeLessThan(0.6);
      }),
    );
  });

  it('matches the published OKLab values of red', () => {
    expect(toOklab([255, 0, 0]).map((value) => Number(value.toFixed(3)))).toEqual([0.628, 0.225, 0.126]);
  });
});

describe('planes', () => {
  it('stretches a plane to 0…1, and a flat one to 0', () => {
    const { values } = normalise(
      mapPlane(noise(40, 40, 2), (value) => 3 + value),
      0,
    );
    expect([Math.min(...values), Math.max(...values)]).toEqual([0, 1]);
    expect(mean(normalise(flat(0.4)))).toBe(0);
  });
});

describe('scale', () => {
  it('keeps a slope when a plane is shrunk and enlarged again', () => {
    const slope = mapPlane(emptyPlane(61, 41), (_, i) => (i % 61) / 60 + Math.floor(i / 61) / 40);
    const back = enlarge(shrink(slope, 2), 61, 41, 2);
    for (const [x, y] of [
      [10, 10],
      [31, 22],
      [50, 37],
    ] as const)
      expect(back.values[y * 61 + x]).toBeCloseTo(slope.values[y * 61 + x]!, 4);
  });
});

describe('flow', () => {
  it('follows an edge', () => {
    const slope = mapPlane(emptyPlane(40, 40), (_, i) => (i % 40 < 20 ? 0 : 1));
    const flow = edgeFlow(slope, 2);
    expect(Math.abs(flow.y.values[10 * 20 + 10]!)).toBeGreaterThan(0.99);
    expect(flow.strength.values[10 * 20 + 10]!).toBeGreaterThan(flow.strength.values[10 * 20 + 1]!);
  });

  it('returns numbers everywhere in a picture with flat areas (facets crumbled where it returned NaN)', () => {
    const half = mapPlane(noise(200, 150, 9), (value, i) => (i % 200 < 100 ? 0.123456 : value));
    for (const plane of Object.values(edgeFlow(half, 3) as unknown as Record<string, Plane>))
      expect(plane.values.every(Number.isFinite)).toBe(true);
  });

  it('smooths along stripes and not across them', () => {
    const stripes = mapPlane(emptyPlane(48, 48), (_, i) => Math.floor((i % 48) / 6) % 2);
    const smooth = smoothOne(stripes, edgeFlow(stripes, 1.5), 6);
    expect([smooth.values[24 * 48 + 8]! > 0.8, smooth.values[24 * 48 + 14]! < 0.2]).toEqual([true, true]);
  });
});

describe('ink lines', () => {
  it('are strong in a dark stroke and zero on paper', () => {
    const stroke = mapPlane(emptyPlane(60, 60), (_, i) => (Math.abs((i % 60) - 30) < 2 ? 0.1 : 0.9));
    const ink = smoothOne(lineStrength(stroke, 1.5), edgeFlow(stroke, 2), 5);
    expect(ink.values[30 * 60 + 30]).toBeGreaterThan(0.08);
    expect(ink.values[30 * 60 + 10]).toBeCloseTo(0, 5);
  });

  it('are equally strong in a light stroke on a dark ground when light lines are wanted', () => {
    const stroke = mapPlane(emptyPlane(60, 60), (_, i) => (Math.abs((i % 60) - 30) < 2 ? 0.1 : 0.9));
    const dark = lineStrength(stroke, 1.5);
    const light = lightLineStrength(
      mapPlane(stroke, (value) => 1 - value),
      1.5,
    );
    for (const [i, value] of light.values.entries()) expect(value).toBeCloseTo(dark.values[i]!, 5);
  });
});

describe('facets', () => {
  it('keep their distance', () => {
    const points = scatter(
      mapPlane(emptyPlane(80, 60), () => 12),
      5,
      randomFrom(4),
    ).filter(([x, y]) => x > 0 && y > 0 && x < 79 && y < 59);
    expect(points.length).toBeGreaterThan(15);
    for (const [index, [ax, ay]] of points.entries()) {
      for (const [bx, by] of points.slice(index + 1)) expect(Math.hypot(ax - bx, ay - by)).toBeGreaterThanOrEqual(12);
    }
  });

  it('form Delaunay triangles that cover every pixel', () => {
    const points = scatter(
      mapPlane(emptyPlane(90, 70), () => 14),
      7,
      randomFrom(11),
    );
    const triangles = triangulate(points);
    expect(coverage(points, triangles, 90, 70).every((owner) => owner >= 0)).toBe(true);
    for (const [a, b, c] of triangles) {
      const [one, two, three] = [points[a]!, points[b]!, points[c]!];
      expect(points.every((point) => !isInside(one, two, three, point))).toBe(true);
    }
  });

  /** The in-circle determinant, with some tolerance for rounding. */
  function isInside(a: Point, b: Point, c: Point, p: Point): boolean {
    const rows = [a, b, c].map(([x, y]) => [x - p[0], y - p[1], (x - p[0]) ** 2 + (y - p[1]) ** 2] as const);
    const [[ax, ay, as], [bx, by, bs], [cx, cy, cs]] = rows as [
      readonly [number, number, number],
      readonly [number, number, number],
      readonly [number, number, number],
    ];
    const turn = Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    return (
      turn * (ax * (by * cs - bs * cy) - ay * (bx * cs - bs * cx) + as * (bx * cy - by * cx)) >
      1e-3 * Math.abs(as + bs + cs)
    );
  }
});

describe('ramp', () => {
  it('starts and ends with the given colours', () => {
    const ramp = buildRamp([
      [0, rgb('#102030')],
      [0.5, rgb('#ff0000')],
      [1, rgb('#fefefe')],
    ]);
    expect([...ramp.slice(0, 3), ...ramp.slice(-3)]).toEqual([0x10, 0x20, 0x30, 0xfe, 0xfe, 0xfe]);
  });
});
