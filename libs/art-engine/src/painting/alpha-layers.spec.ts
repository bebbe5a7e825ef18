import { rgb, type Rgb } from '../kernels/colour.js';
import { emptyPlane, mapPlane, type Plane } from '../kernels/plane.js';
import { randomFrom } from '../kernels/random.js';
import { alphaFacets } from './facets.js';
import { planeField } from './field.js';
import { fill } from './layers.js';
import { paint, wholeView } from './painting.js';
import { verticalField } from './shaped-fields.js';
import { alphaShapes } from './shapes.js';
import { alphaLayer, type AlphaLayer } from './alpha-layers.js';

const SIZE = { width: 1024, height: 512 };
const RED = rgb('#d02010');
const BLUE = rgb('#1040e0');

const noise = (seed: number): Plane => {
  const random = randomFrom(seed);
  return mapPlane(emptyPlane(40, 20), () => random());
};

const paintAlphaLayers = (alphaLayers: readonly AlphaLayer[], ground: Rgb | null, sidePx = 128) =>
  paint({ ...SIZE, alphaLayers, ground }, wholeView(SIZE, sidePx));

describe('alphaLayers', () => {
  const clouds = (colour: Rgb, seed: number): AlphaLayer =>
    alphaLayer([fill(colour)], planeField(noise(seed), 40 / 1024));

  it('have the colour of the layer at any opacity, and no colour where nothing is', async () => {
    const half = alphaLayer([fill(RED)], (view) => (_, out, from, to) => {
      for (let column = from; column < to; column++) out[column] = column / view.widthPx;
    });
    const { channels, pixels } = await paintAlphaLayers([half], null);
    expect(channels).toBe(4);
    expect([...pixels.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    for (const column of [8, 64, 127])
      expect([...pixels.subarray(column * 4, column * 4 + 4)]).toEqual([...RED, Math.round((255 * column) / 128)]);
  });

  it('look the same laid on a ground as painted on it', async () => {
    const alphaLayers = [
      clouds(RED, 1),
      clouds(BLUE, 2),
      alphaShapes('<circle cx="500" cy="250" r="200" opacity="0.6" fill="#0b0"/>'),
    ];
    const free = await paintAlphaLayers(alphaLayers, null);
    for (const ground of [rgb('#000000'), rgb('#ffffff'), rgb('#19b5a5')]) {
      const painted = await paintAlphaLayers(alphaLayers, ground);
      expect(painted.channels).toBe(3);
      let most = 0;
      for (let i = 0; i < painted.pixels.length; i++) {
        const [p, c] = [Math.floor(i / 3) * 4, i % 3];
        const share = free.pixels[p + 3]! / 255;
        const laid = free.pixels[p + c]! * share + ground[c]! * (1 - share);
        most = Math.max(most, Math.abs(laid - painted.pixels[i]!));
      }
      expect(most).toBeLessThan(2);
    }
  });

  it('fill the ground exactly where they are transparent', async () => {
    const { pixels } = await paintAlphaLayers(
      [
        alphaLayer(
          [fill(RED)],
          verticalField(() => 0),
        ),
      ],
      BLUE,
    );
    expect(new Set(pixels)).toEqual(new Set(BLUE));
  });

  it('cover slab by slab, at any size', async () => {
    const disc = alphaShapes('<circle cx="512" cy="256" r="200" fill="#fff"/>', {
      left: 312,
      top: 56,
      right: 712,
      bottom: 456,
    });
    const { pixels, width } = await paintAlphaLayers([disc], null, 2400);
    const opaque = pixels.filter((value, i) => i % 4 === 3 && value > 127).length;
    expect(opaque / (Math.PI * ((200 * width) / 1024) ** 2)).toBeCloseTo(1, 2);
  });

  it('leave out facets without a colour of their own at the edge', async () => {
    const points = [
      [0, 0],
      [512, 0],
      [1024, 0],
      [0, 512],
      [512, 512],
      [1024, 512],
    ] as const;
    const triangles = [
      [0, 1, 3],
      [1, 4, 3],
      [1, 2, 4],
      [2, 5, 4],
    ] as const;
    const colours = Uint8Array.from([...RED, ...RED, ...RED, ...RED]);
    const { pixels } = await paintAlphaLayers(
      [alphaFacets(points, triangles, colours, Uint8Array.of(255, 255, 0, 0))],
      null,
    );
    const at = (x: number, y: number): number[] => [...pixels.subarray((y * 128 + x) * 4, (y * 128 + x) * 4 + 4)];
    expect([at(10, 30), at(120, 30)]).toEqual([
      [...RED, 255],
      [0, 0, 0, 0],
    ]);
  });
});
