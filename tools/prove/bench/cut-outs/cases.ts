/** The pictures with known masks by which cut-outs are measured. Sources and licences: docs/licences.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { DRAWN_PETS, fence, floor, watermark } from './drawings.ts';

export interface CutOutCase {
  readonly name: string;
  /** PNG. */
  readonly photo: Uint8Array;
  /** H × W of the photo, 255 on the animal. */
  readonly mask: Uint8Array;
}

const HERE = import.meta.dirname;
const PICTURES = join(HERE, '../../../dev/pictures/photos');

/** Photos with masks that were drawn by hand as polygons. */
const PHOTOS: Readonly<Record<string, string>> = {
  duck: join(HERE, 'duck.jpg'),
  giraffe: join(HERE, 'giraffe.jpg'),
  kingfisher: join(HERE, 'kingfisher.jpg'),
  kitten: join(PICTURES, 'kitten.jpg'),
  owl: join(HERE, 'owl.jpg'),
  pig: join(HERE, 'pig.jpg'),
  'red-panda': join(HERE, 'red-panda.jpg'),
  sheep: join(HERE, 'sheep.jpg'),
  shepherd: join(PICTURES, 'shepherd.jpg'),
  yarn: join(PICTURES, 'yarn.jpg'),
};

const GROUNDS = ['meadow', 'mountains', 'stream', 'sunset'];
const [WIDTH, HEIGHT] = [640, 480];

interface PlacedPet {
  readonly pet: string;
  /** Height of the pet's photo, and its left and top edge, as shares of the picture. */
  readonly size: number;
  readonly left: number;
  readonly top: number;
  /** Factor of the brightness. */
  readonly light?: number;
}

interface Composition {
  readonly ground: string;
  readonly pets: readonly PlacedPet[];
  /** Drawn behind or in front of the pets; never a part of them. */
  readonly behind?: string;
  readonly front?: string;
}

/** Cut-out pets in front of other grounds. */
const COMPOSITIONS: Readonly<Record<string, Composition>> = {
  'duck on a meadow': { ground: 'meadow', pets: [{ pet: 'duck', size: 0.75, left: 0.25, top: 0.2 }] },
  'sheep in mountains': { ground: 'mountains', pets: [{ pet: 'sheep', size: 0.8, left: 0.1, top: 0.15 }] },
  'kitten at a stream': { ground: 'stream', pets: [{ pet: 'kitten', size: 0.75, left: 0.2, top: 0.25 }] },
  'shepherd at a stream': { ground: 'stream', pets: [{ pet: 'shepherd', size: 0.85, left: 0, top: 0.15 }] },
  'pig on a floor': { ground: 'floor', pets: [{ pet: 'pig', size: 0.85, left: 0.15, top: 0.1 }] },
  'duck and sheep': {
    ground: 'meadow',
    pets: [
      { pet: 'duck', size: 0.6, left: 0, top: 0.32 },
      { pet: 'sheep', size: 0.66, left: 0.4, top: 0.28 },
    ],
  },
  'kitten and shepherd': {
    ground: 'mountains',
    pets: [
      { pet: 'shepherd', size: 0.8, left: 0, top: 0.2 },
      { pet: 'kitten', size: 0.6, left: 0.5, top: 0.4 },
    ],
  },
  'yarn with a watermark': {
    ground: 'meadow',
    pets: [{ pet: 'yarn', size: 0.9, left: 0.46, top: 0.1 }],
    front: watermark(WIDTH, HEIGHT),
  },
  'sheep with a watermark': {
    ground: 'mountains',
    pets: [{ pet: 'sheep', size: 0.75, left: 0.05, top: 0.22 }],
    front: watermark(WIDTH, HEIGHT),
  },
  'shepherd at a fence': {
    ground: 'meadow',
    pets: [{ pet: 'shepherd', size: 0.8, left: 0.02, top: 0.2 }],
    behind: fence(WIDTH, HEIGHT),
  },
  'duck in the dark': {
    ground: 'stream',
    pets: [{ pet: 'duck', size: 0.8, left: 0.2, top: 0.15, light: 0.4 }],
  },
  'kitten in the evening': { ground: 'sunset', pets: [{ pet: 'kitten', size: 0.7, left: 0.25, top: 0.3, light: 0.7 }] },
};

/** Pictures without an animal. */
export const EMPTY_PICTURES = [...GROUNDS, 'wall', 'floor'];

export async function readGround(ground: string): Promise<Buffer> {
  if (ground === 'floor')
    return sharp(Buffer.from(floor(WIDTH, HEIGHT)))
      .png()
      .toBuffer();
  if (ground === 'wall')
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#d8cfc0' } })
      .png()
      .toBuffer();
  return readFile(join(HERE, `${ground}.jpg`));
}

export async function readCases(): Promise<CutOutCase[]> {
  return [
    ...(await Promise.all(Object.keys(PHOTOS).map(readPhoto))),
    ...(await Promise.all(Object.entries(COMPOSITIONS).map(([name, composition]) => compose(name, composition)))),
    ...(await Promise.all(Object.entries(DRAWN_PETS).map(([name, pet]) => draw(name, pet)))),
  ];
}

async function readPhoto(name: string): Promise<CutOutCase> {
  const mask = sharp(join(HERE, `${name}-mask.png`));
  const { width, height } = await mask.metadata();
  const photo = await sharp(PHOTOS[name]).resize(width, height, { fit: 'fill' }).png().toBuffer();
  return { name, photo, mask: await mask.extractChannel(0).raw().toBuffer() };
}

async function compose(name: string, { ground, pets, behind, front }: Composition): Promise<CutOutCase> {
  const cuts = await Promise.all(pets.map(cutPet));
  const layers = [behind && { input: Buffer.from(behind) }, ...cuts, front && { input: Buffer.from(front) }];
  const photo = await sharp(await readGround(ground))
    .composite(layers.filter((layer): layer is OverlayOptions => typeof layer === 'object'))
    .jpeg({ quality: 88 })
    .toBuffer();
  const black = { create: { width: WIDTH, height: HEIGHT, channels: 4, background: '#0000' } } as const;
  const mask = await sharp(await sharp(black).composite(cuts).png().toBuffer())
    .extractChannel(3)
    .raw()
    .toBuffer();
  return { name, photo, mask };
}

/** The pet with a soft edge, inside the picture. */
async function cutPet({ pet, size, left, top, light = 1 }: PlacedPet): Promise<OverlayOptions> {
  const { photo, mask } = await readPhoto(pet);
  const { width, height } = await sharp(photo).metadata();
  const [petHeight, petWidth] = [Math.round(size * HEIGHT), Math.round((size * HEIGHT * width) / height)];
  const alpha = await sharp(mask, { raw: { width, height, channels: 1 } })
    .blur(0.8)
    .resize(petWidth, petHeight)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const [x, y] = [Math.round(left * WIDTH), Math.round(top * HEIGHT)];
  const colours = await sharp(photo).resize(petWidth, petHeight).linear(light, 0).removeAlpha().raw().toBuffer();
  const cut = await sharp(colours, { raw: { width: petWidth, height: petHeight, channels: 3 } })
    .joinChannel(alpha, { raw: { width: petWidth, height: petHeight, channels: 1 } })
    .png()
    .toBuffer();
  const visible = { width: Math.min(petWidth, WIDTH - x), height: Math.min(petHeight, HEIGHT - y) };
  return {
    input: await sharp(cut)
      .extract({ left: 0, top: 0, ...visible })
      .png()
      .toBuffer(),
    left: x,
    top: y,
  };
}

async function draw(name: string, { ground, pet }: { ground: string; pet: string }): Promise<CutOutCase> {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="${WIDTH}" height="${HEIGHT}">`;
  const photo = await sharp(Buffer.from(`${open}${ground}${pet}</svg>`))
    .flatten()
    .png()
    .toBuffer();
  const mask = await sharp(Buffer.from(`${open}${pet}</svg>`))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer();
  return { name, photo, mask };
}
