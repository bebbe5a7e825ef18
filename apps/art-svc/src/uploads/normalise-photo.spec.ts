import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { isDomainError } from '@shop/contracts-common';
import sharp, { type Sharp } from 'sharp';
import {
  createBlackPng,
  createChunk,
  listChunks,
  toAnimatedPng,
  listMarkers,
  compressZeros,
  withFrameSize,
  createSegment,
  withChunks,
  withScans,
  withSegments,
} from '../../test/support/crafted-photos.js';
import { measureCpuMs } from '../../test/support/measure-cpu.js';
import { petJpeg, petPhoto } from '@shop/art-engine/testing';
import { normalisePhoto, type NormalisedPhoto } from './normalise-photo.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-photos-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a new file for each photo, as uploads do: libvips caches what it reads from a path. */
async function writeUpload(file: Uint8Array): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, file);
  return path;
}

async function normalise(file: Uint8Array): Promise<NormalisedPhoto & { bytes: Uint8Array }> {
  const to = join(folder, randomUUID());
  const photo = await normalisePhoto(await writeUpload(file), to);
  return { ...photo, bytes: await readFile(to) };
}

/** The code of the error; `accepted` without one. */
const errorOf = (file: Uint8Array): Promise<string> =>
  normalise(file).then(
    () => 'accepted',
    (error: unknown) => (isDomainError(error) ? error.code : String(error)),
  );

const createFlatPicture = (r: number, g: number, b: number): Sharp =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: { r, g, b } } });

async function pixel({ bytes }: { bytes: Uint8Array }, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

describe('normalisePhoto: orientation', () => {
  const [RED, GREEN, BLUE, YELLOW] = ['#e00000', '#00b000', '#0000e0', '#e0e000'];
  /** 40 × 20, a colour in each corner. */
  const corners = (): Sharp =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="10" fill="${RED}"/><rect x="20" width="20" height="10" fill="${GREEN}"/><rect y="10" width="20" height="10" fill="${BLUE}"/><rect x="20" y="10" width="20" height="10" fill="${YELLOW}"/></svg>`,
      ),
    ).removeAlpha();
  const nameOf = ([r = 0, g = 0, b = 0]: number[]): string =>
    r > 150 ? (g > 150 ? 'yellow' : 'red') : g > 100 ? 'green' : b > 150 ? 'blue' : 'none';

  /** EXIF 2.32, 4.6.5.1.6: the displayed corners for each orientation, from the top left, row by row. */
  const EXPECTED: [number, string][] = [
    [1, 'red green blue yellow'],
    [2, 'green red yellow blue'],
    [3, 'yellow blue green red'],
    [4, 'blue yellow red green'],
    [5, 'red blue green yellow'],
    [6, 'blue red yellow green'],
    [7, 'yellow green blue red'],
    [8, 'green yellow red blue'],
  ];

  it.each(EXPECTED)('applies and removes orientation %i', async (orientation, expected) => {
    const file = await corners()
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer();
    const photo = await normalise(file);
    const [width, height] = orientation < 5 ? [40, 20] : [20, 40];
    expect([photo.widthPx, photo.heightPx]).toEqual([width, height]);
    const places = [
      [5, 5],
      [width - 5, 5],
      [5, height - 5],
      [width - 5, height - 5],
    ] as const;
    expect((await Promise.all(places.map(([x, y]) => pixel(photo, x, y)))).map(nameOf).join(' ')).toBe(expected);
    expect((await sharp(photo.bytes).metadata()).orientation).toBeUndefined();
  });

  it('applies orientation 6 to a PNG as well', async () => {
    const photo = await normalise(await corners().png().withMetadata({ orientation: 6 }).toBuffer());
    expect([photo.widthPx, photo.heightPx, nameOf(await pixel(photo, 5, 5))]).toEqual([20, 40, 'blue']);
  });
});

describe('normalisePhoto: metadata', () => {
  const SECRETS = ['Elm Street', 'pet@example.com', 'GPS', '<script>', 'PK\x03\x04', 'IPTC-home'];
  const GPS = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 3230/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 4000/100',
  };
  const XMP =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:a="a" a:mail="pet@example.com"/></rdf:RDF></x:xmpmeta>';
  const ARCHIVE = Buffer.from('PK\x03\x04 an archive <script>alert(1)</script>', 'latin1');
  const findSecrets = (bytes: Uint8Array): string[] =>
    SECRETS.filter((secret) => Buffer.from(bytes).includes(secret, 0, 'latin1'));
  const withMetadata = (photo: Sharp): Sharp =>
    photo.withExif({ IFD0: { Copyright: 'Jane Doe, 12 Elm Street' }, IFD3: GPS }).withXmp(XMP);

  it('removes location, people, profile, comments and a hidden file from a JPEG', async () => {
    const encoded = await withMetadata(petPhoto(64, 48).withIccProfile('p3')).jpeg().toBuffer();
    const iptc = createSegment(0xed, Buffer.from('Photoshop 3.0\x008BIM IPTC-home', 'latin1'));
    const file = Buffer.concat([
      withSegments(encoded, createSegment(0xfe, Buffer.from('<script>alert(1)</script>')), iptc),
      ARCHIVE,
    ]);
    const { exif, xmp, icc } = await sharp(file).metadata();
    expect([exif, xmp, icc].map(Boolean)).toEqual([true, true, true]);
    expect(findSecrets(file)).toHaveLength(SECRETS.length - 1);
    const { bytes, mimeType } = await normalise(file);
    expect([mimeType, findSecrets(bytes)]).toEqual(['image/jpeg', []]);
    // Only quantisation, frame, Huffman tables and scan remain, which can't contain text.
    expect(new Set(listMarkers(Buffer.from(bytes)))).toEqual(new Set([0xdb, 0xc0, 0xc4, 0xda]));
    expect(Buffer.from(bytes).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  it('removes metadata, unknown chunks and a hidden file from a PNG', async () => {
    const encoded = await withMetadata(petPhoto(64, 48)).png().toBuffer();
    const chunks = [
      createChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
      createChunk('prVt', Buffer.from('12 Elm Street')),
      createChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.from('Elm Street'))])),
    ];
    const file = Buffer.concat([withChunks(encoded, ...chunks), ARCHIVE]);
    const { bytes, mimeType } = await normalise(file);
    expect([mimeType, findSecrets(bytes)]).toEqual(['image/png', []]);
    expect(new Set(listChunks(Buffer.from(bytes)).map(({ type }) => type))).toEqual(
      new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']),
    );
  });
});

describe('normalisePhoto: variants of PNG and JPEG', () => {
  it.each<[string, () => Promise<Buffer>, number[]]>([
    ['16 bit', () => createFlatPicture(200, 40, 40).toColourspace('rgb16').png().toBuffer(), [200, 40, 40]],
    ['8 bit grey', () => createFlatPicture(120, 120, 120).toColourspace('b-w').png().toBuffer(), [120, 120, 120]],
    ['a palette', () => createFlatPicture(200, 40, 40).png({ palette: true, colours: 4 }).toBuffer(), [200, 40, 40]],
    ['interlaced', () => createFlatPicture(200, 40, 40).png({ progressive: true }).toBuffer(), [200, 40, 40]],
    ['1 bit', async () => createBlackPng({ width: 24, height: 16, depth: 1, colour: 0 }), [0, 0, 0]],
    [
      'a progressive JPEG',
      () =>
        createFlatPicture(200, 40, 40).jpeg({ progressive: true, quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      [200, 40, 40],
    ],
    [
      'an animation, of which the first frame is taken',
      async () =>
        toAnimatedPng(
          await createFlatPicture(200, 40, 40).png().toBuffer(),
          await createFlatPicture(0, 0, 250).png().toBuffer(),
        ),
      [200, 40, 40],
    ],
  ])('accepts %s', async (_, make, colour) => {
    const photo = await normalise(await make());
    expect(await sharp(photo.bytes).metadata()).toMatchObject({
      width: 24,
      height: 16,
      space: 'srgb',
      depth: 'uchar',
      channels: 3,
    });
    for (const [index, value] of (await pixel(photo, 12, 8)).entries())
      expect(Math.abs(value - (colour[index] ?? 0))).toBeLessThanOrEqual(2);
  });

  it.each<[string, (photo: Sharp) => Sharp]>([
    ['8 bit', (photo) => photo.png()],
    ['16 bit', (photo) => photo.toColourspace('rgb16').png()],
    ['16 bit and a profile', (photo) => photo.toColourspace('rgb16').withIccProfile('p3').png()],
  ])('keeps the transparency of %s', async (_, encode) => {
    const background = { r: 200, g: 40, b: 40, alpha: 0.5 };
    const photo = await normalise(
      await encode(sharp({ create: { width: 24, height: 16, channels: 4, background } })).toBuffer(),
    );
    const [r = 0, g = 0, b = 0, alpha = 0] = await pixel(photo, 12, 8);
    expect(Math.max(Math.abs(r - 200), Math.abs(g - 40), Math.abs(b - 40), Math.abs(alpha - 128))).toBeLessThanOrEqual(
      2,
    );
  });
});

describe('normalisePhoto: invalid files', () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ['GIF', () => petPhoto(32, 32).gif().toBuffer()],
    ['WebP', () => petPhoto(32, 32).webp().toBuffer()],
    [
      'SVG',
      async () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
        ),
    ],
    ['page with a photo in it', async () => Buffer.concat([Buffer.from('<!doctype html>'), await petJpeg(32, 32)])],
  ])('rejects %s', async (_, make) => {
    expect(await errorOf(await make())).toBe('PHOTO_FORMAT');
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG', () => petJpeg(320, 240)],
    ['a progressive JPEG', () => petPhoto(320, 240).jpeg({ progressive: true }).toBuffer()],
    ['a PNG', () => petPhoto(320, 240).png().toBuffer()],
    ['an interlaced PNG', () => petPhoto(320, 240).png({ progressive: true }).toBuffer()],
  ])('rejects %s that is cut off anywhere', async (_, make) => {
    const whole = await make();
    const cuts = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98].map((share) =>
      whole.subarray(0, Math.floor(whole.length * share)),
    );
    const codes = [];
    for (const cut of cuts) codes.push(await errorOf(cut));
    expect(codes).toEqual(cuts.map(() => 'PHOTO_INCOMPLETE'));
    expect(await errorOf(whole)).toBe('accepted');
  });
});

describe('normalisePhoto: decompression bombs', () => {
  const withinCpu = async (ms: number, work: () => Promise<string>): Promise<string> => {
    const [code, cpuMs] = await measureCpuMs(work);
    expect(cpuMs).toBeLessThan(ms);
    return code;
  };

  it('rejects 256 megapixels in 31 KB by the header, without decoding', async () => {
    const bomb = createBlackPng({ width: 16_000, height: 16_000, depth: 1, colour: 0 });
    expect(bomb.length).toBeLessThan(32_000);
    const before = process.memoryUsage().rss;
    expect(await withinCpu(500, () => errorOf(bomb))).toBe('PHOTO_TOO_LARGE');
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000);
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    [
      'a JPEG whose header declares a larger size',
      async () => withFrameSize(await petJpeg(64, 48), 60_000, 40_000),
      'PHOTO_TOO_LARGE',
    ],
    [
      'a JPEG whose header declares the maximum size',
      async () => withFrameSize(await petJpeg(64, 48), 65_535, 65_535),
      'PHOTO_DAMAGED',
    ],
    [
      'a JPEG of endless scans',
      async () =>
        withScans(await createFlatPicture(9, 9, 9).resize(2_000, 2_000).jpeg({ progressive: true }).toBuffer(), 5_000),
      'PHOTO_DAMAGED',
    ],
  ])('rejects %s', async (_, make, code) => {
    const bomb = await make();
    expect(await withinCpu(4_000, () => errorOf(bomb))).toBe(code);
  });

  it('does not decompress the metadata of a PNG', async () => {
    expect(inflateSync(compressZeros(3)).equals(Buffer.alloc(3 * 1024 * 1024))).toBe(true);
    const named = Buffer.concat([Buffer.from('x\0\0', 'latin1'), compressZeros(256)]);
    const bomb = createBlackPng(
      { width: 24, height: 16, depth: 8, colour: 2 },
      createChunk('iCCP', named),
      createChunk('zTXt', named),
      createChunk('zTXt', named),
    );
    const before = process.memoryUsage().rss;
    await withinCpu(2_000, () => errorOf(bomb));
    expect(process.memoryUsage().rss - before).toBeLessThan(128_000_000);
  });
});

describe('normalisePhoto: output', () => {
  it('writes the file and returns its size', async () => {
    const { bytes, sizeBytes, mimeType } = await normalise(await petJpeg());
    expect([bytes.length, mimeType]).toEqual([sizeBytes, 'image/jpeg']);
  });

  // No other system has a device that is always full.
  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux.each(['jpeg', 'png'] as const)(
    'reports a full disk as an unreachable store, not as a damaged photo: %s',
    async (format) => {
      const path = await writeUpload(await petPhoto().toFormat(format).toBuffer());
      await expect(normalisePhoto(path, '/dev/full')).rejects.toMatchObject({ code: 'PICTURES_UNREACHABLE' });
    },
  );
});
