import { buildRamp, rgb } from '../kernels/colour.js';
import { emptyPlane, mapPlane, type Plane } from '../kernels/plane.js';
import { randomFrom } from '../kernels/random.js';
import { scatter, triangulate } from '../kernels/facets.js';
import { facets } from './facets.js';
import { translate, planeField, cacheRows, xOf, yOf, type Field, type View } from './field.js';
import { dim, partColours } from './lens.js';
import { paintRamp, paintRamps, addLight, stack, tint, masked, type Layer } from './layers.js';
import { prepareAhead, paint, wholeView, type Painting } from './painting.js';
import { aboveLimit, dotScreen, verticalField, product, toSteps, addFields, without } from './shaped-fields.js';
import { shapes } from './shapes.js';

const noise = (width: number, height: number, seed: number): Plane => {
  const random = randomFrom(seed);
  return mapPlane(emptyPlane(width, height), () => random());
};

const view = (widthPx: number, heightPx: number, pxPerUnit: number, left = 0, top = 0): View => ({
  left,
  top,
  widthPx,
  heightPx,
  pxPerUnit,
});

function rowOf(field: Field, of: View, row: number): number[] {
  const out = new Float32Array(of.widthPx);
  field(of)(row, out, 0, of.widthPx);
  return [...out];
}

/** Computed from the position only, in units. */
const placeField =
  (value: (x: number, y: number) => number): Field =>
  (of) =>
  (row, out, from, to) => {
    for (let column = from; column < to; column++) out[column] = value(xOf(of, column), yOf(of, row));
  };

describe('fields', () => {
  it('reads a straight slope exactly at any size', () => {
    const slope = mapPlane(emptyPlane(64, 8), (_, i) => (i % 64) / 63);
    const field = planeField(slope, 0.5);
    for (const pxPerUnit of [0.25, 0.5, 3]) {
      const row = rowOf(field, view(Math.round(128 * pxPerUnit), 4, pxPerUnit), 2);
      for (const [column, value] of row.entries()) {
        const at = ((column + 0.5) / pxPerUnit) * 0.5 - 0.5;
        if (at > 2 && at < 61) expect(value).toBeCloseTo(at / 63, 4);
      }
    }
  });

  it('never exceeds the range of the plane', () => {
    const values = rowOf(planeField(noise(20, 20, 3), 1), view(200, 200, 10), 77);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThanOrEqual(1);
  });

  it('cuts at a limit, sharper in a larger picture', () => {
    const slope = placeField((x) => x / 100);
    const edgeWidth = (pxPerUnit: number): number =>
      rowOf(aboveLimit(slope, 0.5, 0.04), view(100 * pxPerUnit, 1, pxPerUnit), 0).filter(
        (value) => value > 0 && value < 1,
      ).length / pxPerUnit;
    expect(rowOf(aboveLimit(slope, 0.5, 0.04), view(100, 1, 1), 0).filter((value) => value === 1)).toHaveLength(48);
    expect(edgeWidth(8)).toBeLessThan(edgeWidth(1) / 4);
  });

  it('moves to the right and down', () => {
    const field = placeField((x, y) => x + 100 * y);
    expect(rowOf(translate(field, 2, 1), view(3, 3, 1), 1)).toEqual(rowOf(field, view(3, 3, 1, -2, -1), 1));
  });

  it('computes each row of a shared field once', () => {
    let worked = 0;
    const counted: Field = () => (_, out) => {
      worked += 1;
      out.fill(worked);
    };
    const field = cacheRows(counted);
    expect(rowOf(addFields(field, field, -1), view(4, 4, 1), 0)).toEqual([0, 0, 0, 0]);
    expect(worked).toBe(1);
  });

  it.each<[string, Field]>([
    ['a plane', planeField(noise(30, 20, 6), 0.5)],
    ['a threshold', aboveLimit(planeField(noise(30, 20, 6), 0.5), 0.5, 0.2)],
    ['steps', toSteps(planeField(noise(30, 20, 6), 0.5), [0.3, 0.6], 0.1)],
    ['dots', dotScreen(7, 0.4)],
    [
      'a product',
      product(
        placeField((x) => (x < 20 || x > 40 ? 0 : x)),
        planeField(noise(30, 20, 6), 0.5),
      ),
    ],
    ['a sum with its opposite', addFields(without(verticalField((y) => y)), cacheRows(dotScreen(5, 0.2)), 0.3)],
  ])('read a part of a row as that part of the whole, and leave the rest: %s', (_, field) => {
    const of = view(60, 40, 1);
    const part = new Float32Array(60).fill(9);
    field(of)(17, part, 13, 34);
    expect([...part]).toEqual(rowOf(field, of, 17).map((value, column) => (column >= 13 && column < 34 ? value : 9)));
  });
});

/** All kinds of layers at once. */
function everything(): Layer {
  const tone = planeField(noise(50, 40, 8), 0.05);
  const random = randomFrom(5);
  const points = scatter(
    mapPlane(emptyPlane(100, 80), () => 20),
    10,
    random,
  ).map(([x, y]) => [x * 10.24, y * 10.24] as const);
  const triangles = triangulate(points);
  const colours = Uint8Array.from({ length: triangles.length * 3 }, () => random() * 255);
  return stack([
    facets(points, triangles, colours),
    masked(aboveLimit(tone, 0.5, 0.1), [
      paintRamp(
        tone,
        buildRamp([
          [0, rgb('#102080')],
          [1, rgb('#ffe0a0')],
        ]),
      ),
      tint(rgb('#ff0000'), dotScreen(40, 0.3), 0.5),
    ]),
    addLight(rgb('#30ff90'), rgb('#ff3090'), (x) => x / 1024, planeField(noise(10, 8, 2), 0.01), 0.3),
    shapes('<circle cx="300" cy="300" r="200" fill="#00f" opacity="0.4"/>'),
    shapes('<circle cx="500" cy="300" r="80" fill="#0f0"/>', { left: 419, top: 219, right: 581, bottom: 381 }),
    masked(aboveLimit(tone, 0.6, 0.1), [
      paintRamps(
        tone,
        [
          buildRamp([
            [0, rgb('#400000')],
            [1, rgb('#ff8080')],
          ]),
          buildRamp([
            [0, rgb('#004000')],
            [1, rgb('#80ff80')],
          ]),
        ],
        dotScreen(90, 0.1),
      ),
    ]),
    dim({ width: 1024, height: 819 }, 0.5, (y) => 0.9 + 0.1 * Math.cos(y / 20)),
  ]);
}

describe('paint', () => {
  const painting: Painting = { width: 1024, height: 819.2, picture: everything() };

  // The edges of shapes are computed in steps of 1/256, so a part may differ by that.
  it('paints a part like that part of the whole', async () => {
    const whole = await paint(painting, wholeView(painting, 256));
    const part = await paint(painting, { ...wholeView(painting, 256), left: 200, top: 100, widthPx: 90, heightPx: 60 });
    const differences = part.pixels.map((value, i) => {
      const [row, inRow] = [Math.floor(i / 270), i % 270];
      return Math.abs(value - whole.pixels[((row + 25) * 256 + 50) * 3 + inRow]!);
    });
    expect(differences.reduce((most, value) => Math.max(most, value), 0)).toBeLessThanOrEqual(3);
  });

  it('paints slab by slab without a seam', async () => {
    const tall: Painting = {
      width: 100,
      height: 1024,
      picture: stack([
        shapes('<rect width="100" height="1024" fill="#fff"/><path d="M0 0 L100 1024 L0 1024 Z" fill="#000"/>'),
      ]),
    };
    const { pixels, widthPx } = { ...(await paint(tall, wholeView(tall, 1536))), widthPx: 150 };
    const dark = (row: number): number =>
      Array.from({ length: widthPx }, (_, x) => 255 - pixels[(row * widthPx + x) * 3]!).reduce(
        (sum, value) => sum + value,
        0,
      ) / 255;
    for (const seam of [512, 1024]) expect(dark(seam) - dark(seam - 1)).toBeCloseTo(150 / 1536, 1);
  });

  it('paints prepared layers like any others', async () => {
    const disc = shapes('<rect width="1024" height="1024" fill="#fff"/><circle cx="40" cy="500" r="300" fill="#07c"/>');
    const size = { width: 100, height: 1024 };
    const early = prepareAhead(disc, wholeView(size, 1200));
    for (const sidePx of [1200, 300]) {
      const prepared = await paint({ ...size, picture: early }, wholeView(size, sidePx));
      const plain = await paint({ ...size, picture: disc }, wholeView(size, sidePx));
      expect(Buffer.compare(prepared.pixels, plain.pixels)).toBe(0); // toEqual needs seconds for so many bytes
    }
  });

  it('separates red from blue, and leaves flat grey areas unchanged', async () => {
    const edge: Painting = {
      width: 1024,
      height: 8,
      picture: stack([
        shapes('<rect width="1024" height="8" fill="#000"/><rect x="512" width="512" height="8" fill="#fff"/>'),
        partColours(4),
      ]),
    };
    const { pixels } = await paint(edge, wholeView(edge, 1024));
    expect([
      ...pixels.subarray(510 * 3, 510 * 3 + 3),
      ...pixels.subarray(513 * 3, 513 * 3 + 3),
      ...pixels.subarray(600 * 3, 600 * 3 + 3),
    ]).toEqual([255, 0, 0, 255, 255, 0, 255, 255, 255]);
  });
});
