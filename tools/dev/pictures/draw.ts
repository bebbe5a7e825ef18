/**
 * Draws the pictures of the plan with the shop's own parts: the built-in engine, the catalogue's pictures and
 * `@shop/placement`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DesignPlacement, placeArtwork, type PrintArea, toGroundPlacement } from '@shop/placement';
import { COLOURS, CUTS, type Cut } from '@shop/product-pictures';
import sharp, { type Sharp } from 'sharp';
import { cutOutPhoto, drawArtwork } from '@shop/art-engine';
import { drawGround } from '@shop/art-engine/draw-ground';
import type { Picture, Portrait, ProductPicture } from './plan.ts';
import { drawSvg } from './svg.ts';

export const photoOf = (pet: string): Buffer => readFileSync(join(import.meta.dirname, `photos/${pet}.jpg`));

const artworks = new Map<string, Promise<Uint8Array>>();

/** PNG, 1024 px on its long side, as a customer gets it for this photo. */
export function artworkOf({ pet, style }: Portrait): Promise<Uint8Array> {
  const key = `${pet} ${style}`;
  const drawn = artworks.get(key) ?? drawPortrait(pet, style);
  artworks.set(key, drawn);
  return drawn;
}

async function drawPortrait(pet: string, style: string): Promise<Uint8Array> {
  const photo = photoOf(pet);
  const { png: cutOut } = await cutOutPhoto(photo);
  const order = { background: 'style', styleKey: style, prompt: '', petName: '', seed: 1 };
  const { png } = await drawArtwork({ ...order, pets: [{ photo, cutOut }] });
  return png;
}

/** Wide enough for the largest copy of a part of it. */
const PRODUCT_SIDE_PX = 1400;

/** The picture at its full size, RGB or RGBA. A product's picture is square before the crop, and `sidePx` wide. */
export async function draw(picture: Picture, sidePx = PRODUCT_SIDE_PX): Promise<Sharp> {
  if (picture.kind === 'photo') return sharp(photoOf(picture.pet));
  if (picture.kind === 'artwork') return sharp(await artworkOf(picture));
  return drawProduct(picture, sidePx);
}

async function drawProduct(
  { cut: key, colour, place, continuesGround, crop, ...portrait }: ProductPicture,
  sidePx: number,
): Promise<Sharp> {
  const artwork = await artworkOf(portrait);
  const ground = continuesGround ? await drawGround(artwork, 'continued') : null;
  const pictures = [...(ground ? [{ file: ground, place: toGroundPlacement(place) }] : []), { file: artwork, place }];
  const cut = CUTS[key];
  const whole = await sharp(await drawSvg(cut.draw(COLOURS[colour].hex), sidePx))
    .composite([
      await printLayer(cut, await getAspect(artwork), pictures, sidePx),
      { input: await drawSvg(cut.drawOverlay(), sidePx) },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer();
  if (!crop) return sharp(whole);
  const [left = 0, top = 0, width = 1, height = 1] = crop.map((part) => Math.round(part * sidePx));
  return sharp(whole).extract({ left, top, width, height });
}

async function getAspect(picture: Uint8Array): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  return width / height;
}

interface PlacedPicture {
  readonly file: Uint8Array;
  readonly place: DesignPlacement;
}

interface Layer {
  readonly input: Buffer;
  readonly left: number;
  readonly top: number;
}

/** The pictures at the position of the shop's preview, from bottom to top, clipped to the print area. */
async function printLayer(
  { printArea, pictureArea }: Cut,
  aspect: number,
  pictures: readonly PlacedPicture[],
  sidePx: number,
): Promise<Layer> {
  const area = {
    widthPx: Math.round(pictureArea.width * sidePx),
    heightPx: Math.round(pictureArea.height * sidePx),
    shape: printArea.shape,
  };
  const canvas = sharp({ create: { width: area.widthPx, height: area.heightPx, channels: 4, background: '#0000' } });
  const layers = await Promise.all(pictures.map((picture) => clipToArea(picture, aspect, area)));
  const laid = await canvas.composite(layers).png({ compressionLevel: 1 }).toBuffer();
  const input = printArea.shape === 'round' ? await clipRound(laid, area) : laid;
  return { input, left: Math.round(pictureArea.x * sidePx), top: Math.round(pictureArea.y * sidePx) };
}

async function clipToArea({ file, place }: PlacedPicture, aspect: number, area: PrintArea): Promise<Layer> {
  const placed = placeArtwork(area, aspect, place, 'whole-artwork');
  const [width, height] = [Math.round(placed.widthPx), Math.round(placed.heightPx)];
  const offset = {
    left: Math.round(placed.centreXPx - width / 2),
    top: Math.round(placed.centreYPx - height / 2),
  };
  const visible = { left: Math.max(0, -offset.left), top: Math.max(0, -offset.top) };
  const input = await sharp(file)
    .resize(width, height, { fit: 'fill' })
    .extract({
      ...visible,
      width: Math.min(width - visible.left, area.widthPx - Math.max(0, offset.left)),
      height: Math.min(height - visible.top, area.heightPx - Math.max(0, offset.top)),
    })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input, left: Math.max(0, offset.left), top: Math.max(0, offset.top) };
}

function clipRound(print: Buffer, { widthPx, heightPx }: { widthPx: number; heightPx: number }): Promise<Buffer> {
  const disc = `<svg width="${widthPx}" height="${heightPx}"><ellipse cx="${widthPx / 2}" cy="${heightPx / 2}" rx="${widthPx / 2}" ry="${heightPx / 2}"/></svg>`;
  return sharp(print)
    .composite([{ input: Buffer.from(disc), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}
