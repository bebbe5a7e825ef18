import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDomainError } from '@shop/contracts-common';
import sharp from 'sharp';
import { createFlatJpeg, createSegment, withoutSegment, withSegments } from '../../test/support/crafted-photos.js';
import { petPhoto } from '@shop/art-engine/testing';
import { normalisePhoto } from './normalise-photo.js';

const INCOMPLETE = 'This photo is incomplete. Its file was cut off, so please choose the original again.';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-jpegs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function normalise(file: Uint8Array): Promise<Buffer> {
  // A new file for each photo, as uploads have: libvips caches what it reads from a path.
  const path = join(folder, randomUUID());
  await writeFile(path, file);
  await normalisePhoto(path, `${path}-normal`);
  return readFile(`${path}-normal`);
}

/** The stored pixels in hex, or the message of the error. */
const pixelsOf = (file: Uint8Array): Promise<string> =>
  normalise(file).then(
    async (bytes) => (await sharp(bytes).raw().toBuffer()).toString('hex'),
    (error: unknown) => (isDomainError(error) ? error.message : String(error)),
  );

const createPhoto = {
  baseline: () => petPhoto(320, 240).jpeg({ quality: 90 }).toBuffer(),
  progressive: () => petPhoto(320, 240).jpeg({ quality: 90, progressive: true }).toBuffer(),
};

describe.each(['baseline', 'progressive'] as const)('a %s JPEG with an unusual end', (kind) => {
  let photo: Buffer;
  let whole: string;
  beforeAll(async () => {
    photo = await createPhoto[kind]();
    whole = await pixelsOf(photo);
  });

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['without its end marker', (bytes) => bytes.subarray(0, -2)],
    ['with half an end marker', (bytes) => bytes.subarray(0, -1)],
    ['with zeros behind it', (bytes) => Buffer.concat([bytes, Buffer.alloc(5_000)])],
    ['with a video behind it', (bytes) => Buffer.concat([bytes, Buffer.from('\0\0\0\x18ftypmp42 12 Elm Street')])],
    ['with rubbish before its pixels', (bytes) => withRubbish(bytes)],
    [
      'with a fill byte before a marker',
      (bytes) => Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff]), bytes.subarray(2)]),
    ],
  ])('is stored completely: %s', async (_, change) => {
    expect(await pixelsOf(change(photo))).toBe(whole);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['at 60 %', (bytes) => bytes],
    ['at 60 %, with an end marker', (bytes) => Buffer.concat([bytes, Buffer.from([0xff, 0xd9])])],
    ['at 60 %, with zeros behind it', (bytes) => Buffer.concat([bytes, Buffer.alloc(5_000)])],
  ])('is refused with its reason when it was cut off %s', async (_, change) => {
    expect(await pixelsOf(change(photo.subarray(0, photo.length * 0.6)))).toBe(INCOMPLETE);
  });
});

const withRubbish = (photo: Buffer): Buffer => {
  const pixelsAt = photo.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([photo.subarray(0, pixelsAt), Buffer.alloc(7, 1), photo.subarray(pixelsAt)]);
};

describe('an Ultra HDR photo', () => {
  const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' };

  /** The first picture with the index of a multi-picture file (CIPA DC-007), then the gain map with its own place. */
  async function createUltraHdr(): Promise<{ first: Buffer; file: Buffer }> {
    const first = await createPhoto.baseline();
    const gainMap = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#fff' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: '12 Elm Street' }, IFD3: GPS })
      .toBuffer();
    const index = createSegment(0xe2, Buffer.concat([Buffer.from('MPF\0MM\0*\0\0\0\x08', 'latin1'), Buffer.alloc(80)]));
    const xmp = createSegment(
      0xe1,
      Buffer.from(
        'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/></rdf:RDF></x:xmpmeta>',
      ),
    );
    return { first, file: Buffer.concat([withSegments(first, xmp, index), gainMap]) };
  }

  it('is stored without its second picture and that picture’s place', async () => {
    const { first, file } = await createUltraHdr();
    const stored = await normalise(file);
    expect(
      (await sharp(stored).raw().toBuffer()).equals(
        await sharp(await normalise(first))
          .raw()
          .toBuffer(),
      ),
    ).toBe(true);
    expect(stored.indexOf(Buffer.from([0xff, 0xd9]))).toBe(stored.length - 2);
    expect(['Elm Street', 'GPS', 'MPF', 'Exif'].filter((text) => stored.includes(text))).toEqual([]);
  });
});

describe('a JPEG of four components without Adobe’s marker', () => {
  const colourOf = async (file: Uint8Array): Promise<number[]> => [
    ...(await sharp(await normalise(file))
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
  const INK_NAMES = [...'CMYK'].map((id) => id.charCodeAt(0));
  const NUMBERS = [1, 2, 3, 4];
  const isClose = (actual: readonly number[], expected: readonly number[]): boolean =>
    expected.every((value, index) => Math.abs(value - (actual[index] ?? NaN)) <= 40);

  // Printing inks are less pure than the colours of a screen.
  it.each<[string, number[], number[], number[]]>([
    ['white in CMYK', INK_NAMES, [255, 255, 255, 255], [255, 255, 255]],
    ['black in CMYK', INK_NAMES, [255, 255, 255, 0], [35, 31, 32]],
    ['red in CMYK', INK_NAMES, [255, 0, 0, 255], [237, 28, 36]],
    // YCCK stores R = 1 - C, G = 1 - M and B = 1 - Y in YCbCr, and Adobe stores inks inverted.
    ['white in YCCK', NUMBERS, [0, 128, 128, 255], [255, 255, 255]],
    ['black in YCCK', NUMBERS, [0, 128, 128, 0], [35, 31, 32]],
    ['red in YCCK', NUMBERS, [179, 171, 0, 255], [237, 28, 36]],
  ])('keeps its colour: %s', async (_, ids, components, expected) => {
    const colour = await colourOf(createFlatJpeg(components, ids));
    expect([colour, isClose(colour, expected)]).toEqual([colour, true]);
  });

  it('has the same pixels as with the marker', async () => {
    const photo = await petPhoto(160, 120).toColourspace('cmyk').jpeg().toBuffer();
    expect(withoutSegment(photo, 0xee)).not.toEqual(photo);
    expect(await pixelsOf(withoutSegment(photo, 0xee))).toBe(await pixelsOf(photo));
  });
});
