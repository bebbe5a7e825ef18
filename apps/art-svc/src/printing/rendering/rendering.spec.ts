import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { pino } from 'pino';
import sharp, { type Sharp } from 'sharp';
import type { Config } from '../../config.js';
import { RenderWorkerPool } from '../render-worker-pool.js';
import { enlarge } from './lanczos.js';

// Renders in a worker thread as the service does: inside Jest's own context the kernels are ten times slower.
jest.setTimeout(60_000);
const workerPool = new RenderWorkerPool({ PRINT_CONCURRENCY: 1 } as Config, pino({ level: 'silent' }));
const neverAborted = new AbortController().signal;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-rendering-'));
});
afterAll(async () => {
  await workerPool.onApplicationShutdown();
  await rm(folder, { recursive: true, force: true });
});

interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}
const decode = async (picture: Uint8Array | Sharp): Promise<Picture> => {
  const { data, info } = await (picture instanceof Uint8Array ? sharp(picture) : picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

describe('a mock-up of a round tag', () => {
  /** A red artwork on a white tag whose print area is an oval of 500 × 300 pixels in the middle. */
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
    const { jpeg } = await workerPool.renderMockup(
      {
        artworkPath,
        picture,
        overlay: null,
        pictureArea: { x: 0.25, y: 0.35, width: 0.5, height: 0.3 },
        printArea,
        place,
        ground: null,
      },
      neverAborted,
    );
    mockup = await decode(jpeg);
  });

  /** 1 for red, 0 for white. */
  const redness = ({ data, width }: Picture, x: number, y: number): number =>
    (255 - data[(y * width + x) * 3 + 1]!) / 255;
  /** The redness at this share of the way from the centre to the oval's edge. */
  const rednessAt = (share: number, degrees: number): number => {
    const angle = (degrees * Math.PI) / 180;
    return redness(
      mockup,
      Math.round(500 + (share * oval.width * Math.cos(angle)) / 2),
      Math.round(500 + (share * oval.height * Math.sin(angle)) / 2),
    );
  };

  it.each([0, 45, 90, 200, 300])('shows the artwork up to its edge and nothing outside: at %i°', (degrees) => {
    expect(rednessAt(0.95, degrees)).toBeGreaterThan(0.95);
    expect(rednessAt(1.06, degrees)).toBeLessThan(0.05);
  });

  it('has a smooth edge: the red area equals the oval’s area', () => {
    let red = 0;
    for (let y = 0; y < mockup.height; y++) for (let x = 0; x < mockup.width; x++) red += redness(mockup, x, y);
    const area = (Math.PI / 4) * oval.width * oval.height;
    expect(Math.abs(red - area) / area).toBeLessThan(0.01);
  });
});

describe('a prerendered product picture', () => {
  const svg = (body: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100" width="80" height="100"><defs><filter id="soft"><feGaussianBlur stdDeviation="3"/></filter></defs>${body}</svg>`,
    );
  const [cloth, light] = [
    svg('<rect width="80" height="100" fill="#367"/><circle cx="40" cy="50" r="30" fill="#fc4" filter="url(#soft)"/>'),
    svg('<path d="M0 0L80 100" stroke="#fff" stroke-opacity=".4" stroke-width="9" filter="url(#soft)"/>'),
  ];

  it('gives the same mock-up, with its overlay, as the SVG itself', async () => {
    const artworkPath = join(folder, 'green.png');
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a4' } })
      .png()
      .toFile(artworkPath);
    const mockup = async (picture: Uint8Array, overlay: Uint8Array): Promise<Picture> => {
      const place = { centreXPx: 150, centreYPx: 150, widthPx: 200, heightPx: 200, rotationDeg: 20 };
      return decode(
        (
          await workerPool.renderMockup(
            {
              artworkPath,
              picture,
              overlay,
              pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.4 },
              printArea: { widthPx: 300, heightPx: 300, shape: 'rectangle' },
              place,
              ground: null,
            },
            neverAborted,
          )
        ).jpeg,
      );
    };
    const [prerendered, direct] = [
      await mockup(
        await workerPool.renderPicture(cloth, neverAborted),
        await workerPool.renderPicture(light, neverAborted),
      ),
      await mockup(cloth, light),
    ];
    expect([prerendered.width, prerendered.height]).toEqual([800, 1000]);
    const maxDifference = prerendered.data.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - direct.data[at]!)),
      0,
    );
    expect(maxDifference).toBeLessThanOrEqual(2);
  });

  it('is returned unchanged when it is no SVG', async () => {
    const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a1b2c3' } })
      .jpeg()
      .toBuffer();
    expect(Buffer.from(await workerPool.renderPicture(photo, neverAborted)).equals(photo)).toBe(true);
  });

  it('fails for an invalid SVG', async () => {
    await expect(
      workerPool.renderPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'), neverAborted),
    ).rejects.toThrow();
  });
});

describe('an artwork that is enlarged for print', () => {
  /** A picture with edges of all directions, and of low and high contrast. */
  const drawTestPicture = (width: number, height: number): Sharp =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 108" width="${width}" height="${height}"><rect width="90" height="108" fill="#777"/><circle cx="40" cy="50" r="28" fill="#c84"/><path d="M10 100 L80 60 L84 104 Z" fill="#246"/><rect x="52" y="12" width="26" height="30" fill="#eee"/></svg>`,
      ),
    ).removeAlpha();
  const CANVAS = { widthPx: 225, heightPx: 270 };
  const print = async (path: string): Promise<Picture> => {
    const place = { centreXPx: 112.5, centreYPx: 135, ...CANVAS, rotationDeg: 0 };
    return decode(
      (
        await workerPool.renderPrint(
          { source: { kind: 'file', path }, canvas: CANVAS, place, ground: null, dpi: 300 },
          neverAborted,
        )
      ).png,
    );
  };
  /** Mean difference per channel, 0…255. */
  const difference = (one: Picture, other: Picture): number =>
    one.data.reduce((sum, value, i) => sum + Math.abs(value - other.data[i]!), 0) / one.data.length;
  const sharpen = async (path: string): Promise<Sharp> =>
    sharp(await sharp(path).sharpen({ sigma: 0.7, m1: 0.2, m2: 1.2, x1: 2, y2: 6, y3: 8 }).png().toBuffer());

  it('is sharpened mildly before the enlargement, and only there', async () => {
    const path = join(folder, 'small.png');
    await drawTestPicture(45, 54).png().toFile(path);
    const printed = await print(path);
    const enlarged = async (picture: Sharp): Promise<Picture> => {
      const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const { data: large } = enlarge(
        { data, width: info.width, height: info.height, channels: 4 },
        { left: 0, top: 0, width: 45, height: 54 },
        { width: 225, height: 270 },
      );
      return decode(sharp(large, { raw: { width: 225, height: 270, channels: 4 } }));
    };
    expect(difference(printed, await enlarged(await sharpen(path)))).toBeLessThan(0.02);
    expect(difference(printed, await enlarged(sharp(path)))).toBeGreaterThan(0.1);
    expect(difference(printed, await decode((await sharpen(path)).resize(225, 270, { fit: 'fill' })))).toBeGreaterThan(
      0.1,
    );
  });

  it('is not sharpened when it has more pixels than the print needs', async () => {
    const path = join(folder, 'large.png');
    await drawTestPicture(450, 540).png().toFile(path);
    const printed = await print(path);
    const shrink = async (picture: Sharp): Promise<Picture> =>
      decode(picture.resize(225, 270, { fit: 'fill', kernel: 'lanczos3' }));
    const plain = await shrink(sharp(path));
    expect(difference(printed, plain)).toBeLessThan(difference(plain, await shrink(await sharpen(path))) / 4);
  });
});
