import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { pino } from 'pino';
import sharp, { type Sharp } from 'sharp';
import type { Config } from '../../config.js';
import { RenderWorkerPool } from '../render-worker-pool.js';
import { enlarge } from './lanczos.js';

// Rendered in a thread as in the service: inside jest's own context the kernels run ten times slower.
jest.setTimeout(60_000);
const thread = new RenderWorkerPool({ PRINT_CONCURRENCY: 1 } as Config, pino({ level: 'silent' }));
const never = new AbortController().signal;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-rendering-'));
});
afterAll(async () => {
  await thread.onApplicationShutdown();
  await rm(folder, { recursive: true, force: true });
});

interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}
const decoded = async (picture: Uint8Array | Sharp): Promise<Picture> => {
  const { data, info } = await (picture instanceof Uint8Array ? sharp(picture) : picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

describe('a mock-up of a round tag', () => {
  /** Red all over, on a white tag whose print area is an oval of 500 × 300 pixels in the middle. */
  const oval = { left: 250, top: 350, width: 500, height: 300 };
  let mockup: Picture;
  beforeAll(async () => {
    const artworkPath = join(folder, 'red.png');
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#d00000' } })
      .png()
      .toFile(artworkPath);
    const picture = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="#fff"/></svg>',
    );
    const printArea = { widthPx: 300, heightPx: 300, shape: 'round' } as const;
    const place = { centreXPx: 150, centreYPx: 150, widthPx: 400, heightPx: 400, rotationDeg: 0 };
    const { jpeg } = await thread.renderMockup(
      {
        artworkPath,
        picture,
        overlay: null,
        pictureArea: { x: 0.25, y: 0.35, width: 0.5, height: 0.3 },
        printArea,
        place,
      },
      never,
    );
    mockup = await decoded(jpeg);
  });

  /** 1 where it is red, 0 where it is white. */
  const redness = ({ data, width }: Picture, x: number, y: number): number =>
    (255 - data[(y * width + x) * 3 + 1]!) / 255;
  /** At this share of the way from the middle to the oval's edge. */
  const at = (share: number, degrees: number): number => {
    const angle = (degrees * Math.PI) / 180;
    return redness(
      mockup,
      Math.round(500 + (share * oval.width * Math.cos(angle)) / 2),
      Math.round(500 + (share * oval.height * Math.sin(angle)) / 2),
    );
  };

  it.each([0, 45, 90, 200, 300])('shows the artwork up to its edge and nothing beyond: at %i°', (degrees) => {
    expect(at(0.95, degrees)).toBeGreaterThan(0.95);
    expect(at(1.06, degrees)).toBeLessThan(0.05);
  });

  it('has no steps on its edge: as much red as the oval has', () => {
    let red = 0;
    for (let y = 0; y < mockup.height; y++) for (let x = 0; x < mockup.width; x++) red += redness(mockup, x, y);
    const area = (Math.PI / 4) * oval.width * oval.height;
    expect(Math.abs(red - area) / area).toBeLessThan(0.01);
  });
});

describe('a product’s picture that is rendered in advance', () => {
  const svg = (body: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100" width="80" height="100"><defs><filter id="soft"><feGaussianBlur stdDeviation="3"/></filter></defs>${body}</svg>`,
    );
  const [cloth, light] = [
    svg('<rect width="80" height="100" fill="#367"/><circle cx="40" cy="50" r="30" fill="#fc4" filter="url(#soft)"/>'),
    svg('<path d="M0 0L80 100" stroke="#fff" stroke-opacity=".4" stroke-width="9" filter="url(#soft)"/>'),
  ];

  it('gives the same mock-up, with its overlay, as one that is rendered for it', async () => {
    const artworkPath = join(folder, 'green.png');
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a4' } })
      .png()
      .toFile(artworkPath);
    const mockup = async (picture: Uint8Array, overlay: Uint8Array): Promise<Picture> => {
      const place = { centreXPx: 150, centreYPx: 150, widthPx: 200, heightPx: 200, rotationDeg: 20 };
      return decoded(
        (
          await thread.renderMockup(
            {
              artworkPath,
              picture,
              overlay,
              pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.4 },
              printArea: { widthPx: 300, heightPx: 300, shape: 'rectangle' },
              place,
            },
            never,
          )
        ).jpeg,
      );
    };
    const [before, now] = [
      await mockup(await thread.renderPicture(cloth, never), await thread.renderPicture(light, never)),
      await mockup(cloth, light),
    ];
    expect([before.width, before.height]).toEqual([800, 1000]);
    const worst = before.data.reduce((most, value, at) => Math.max(most, Math.abs(value - now.data[at]!)), 0);
    expect(worst).toBeLessThanOrEqual(2);
  });

  it('is returned as it is where it is no drawing', async () => {
    const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a1b2c3' } })
      .jpeg()
      .toBuffer();
    expect(Buffer.from(await thread.renderPicture(photo, never)).equals(photo)).toBe(true);
  });

  it('fails where it can’t be drawn', async () => {
    await expect(
      thread.renderPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'), never),
    ).rejects.toThrow();
  });
});

describe('an artwork that is enlarged for the press', () => {
  /** Edges of all directions and of little and much contrast. */
  const drawn = (width: number, height: number): Sharp =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 108" width="${width}" height="${height}"><rect width="90" height="108" fill="#777"/><circle cx="40" cy="50" r="28" fill="#c84"/><path d="M10 100 L80 60 L84 104 Z" fill="#246"/><rect x="52" y="12" width="26" height="30" fill="#eee"/></svg>`,
      ),
    ).removeAlpha();
  const CANVAS = { widthPx: 225, heightPx: 270 };
  const print = async (path: string): Promise<Picture> => {
    const place = { centreXPx: 112.5, centreYPx: 135, ...CANVAS, rotationDeg: 0 };
    return decoded(
      (await thread.renderPrint({ source: { kind: 'file', path }, canvas: CANVAS, place, dpi: 300 }, never)).png,
    );
  };
  /** Mean difference per channel, 0…255. */
  const difference = (one: Picture, other: Picture): number =>
    one.data.reduce((sum, value, i) => sum + Math.abs(value - other.data[i]!), 0) / one.data.length;
  const sharpened = async (path: string): Promise<Sharp> =>
    sharp(await sharp(path).sharpen({ sigma: 0.7, m1: 0.2, m2: 1.2, x1: 2, y2: 6, y3: 8 }).png().toBuffer());

  /** As the kernel is defined, with no regard to speed. */
  const lanczos = (x: number): number =>
    x === 0 ? 1 : Math.abs(x) >= 3 ? 0 : (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2;

  it('is enlarged by Lanczos’ kernel: what becomes of one bright pixel', () => {
    const [side, times, middle] = [15, 4, 7];
    const data = new Uint8Array(side * side * 4).fill(60);
    for (let i = 3; i < data.length; i += 4) data[i] = 255;
    data[(middle * side + middle) * 4] = 190;
    const large = enlarge(
      { data, width: side, height: side, channels: 4 },
      { left: 0, top: 0, width: side, height: side },
      { width: side * times, height: side * times },
    );
    // Where the kernel has it by its definition; its six values together are 1 within a hundredth.
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [2, 3],
      [5, 1],
      [-6, 2],
      [9, -9],
      [-11, 0],
    ] as const) {
      const [x, y] = [middle * times + 1 + dx, middle * times + 1 + dy];
      const at = (pixel: number): number => lanczos((pixel + 0.5) / times - 0.5 - middle);
      expect(Math.abs(large.data[(y * large.width + x) * 4]! - (60 + 130 * at(x) * at(y)))).toBeLessThan(2.5);
    }
  });

  it('is sharpened mildly before, and by nothing else', async () => {
    const path = join(folder, 'small.png');
    await drawn(45, 54).png().toFile(path);
    const printed = await print(path);
    const enlarged = async (picture: Sharp): Promise<Picture> => {
      const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const { data: large } = enlarge(
        { data, width: info.width, height: info.height, channels: 4 },
        { left: 0, top: 0, width: 45, height: 54 },
        { width: 225, height: 270 },
      );
      return decoded(sharp(large, { raw: { width: 225, height: 270, channels: 4 } }));
    };
    expect(difference(printed, await enlarged(await sharpened(path)))).toBeLessThan(0.02);
    expect(difference(printed, await enlarged(sharp(path)))).toBeGreaterThan(0.1);
    expect(
      difference(printed, await decoded((await sharpened(path)).resize(225, 270, { fit: 'fill' }))),
    ).toBeGreaterThan(0.1);
  });

  it('is not sharpened where it has more pixels than it needs', async () => {
    const path = join(folder, 'large.png');
    await drawn(450, 540).png().toFile(path);
    const printed = await print(path);
    const smaller = async (picture: Sharp): Promise<Picture> =>
      decoded(picture.resize(225, 270, { fit: 'fill', kernel: 'lanczos3' }));
    const plain = await smaller(sharp(path));
    expect(difference(printed, plain)).toBeLessThan(difference(plain, await smaller(await sharpened(path))) / 4);
  });
});
