import sharp from 'sharp';
import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { withoutCaptions } from './caption-strips.js';
import { pipeline, raw } from '../raster.js';
import { boxOf, type PhotoPart, wholeOf } from './photo-part.js';
import { chooseGround, flatten, hasTransparentGround, type RgbaRaster, WHITE } from './transparent-ground.js';

/** One pet of an artwork. Files are given by their bytes or their path. */
export interface Pet {
  /** JPEG or PNG, upright, sRGB. */
  readonly photo: Uint8Array | string;
  /** PNG, 8 bit grey, in the photo's proportions: 255 is drawn. Null: the engine finds the pet by contrast. */
  readonly cutOut: Uint8Array | string | null;
}

export interface DecodedPhoto {
  /** In front of a ground that contrasts with the animal if the photo's own ground is transparent. */
  readonly photo: Raster;
  /** H × W, 1 on the animal; null for a photo whose animal has to be found. */
  readonly cutOut: Plane | null;
  /** The part of the whole decoded picture that `photo` shows: without a transparent border and strips of text. */
  readonly part: PhotoPart;
  readonly whole: { readonly width: number; readonly height: number };
}

/** An opaque part that fills its bounding box to this share is a photo with a transparent border. */
const RECTANGLE_SHARE = 0.97;

/**
 * Decodes the photo (JPEG or PNG, upright, sRGB) with a long side of at most this size. A transparent border and strips
 * of text along the border are cut off.
 *
 * @param photo its bytes, or the path of its file
 * @throws Error for a photo that can't be decoded
 */
export async function decodePhoto(photo: Uint8Array | string, sidePx: number): Promise<DecodedPhoto> {
  const { picture, channels } = await readPixels(photo, sidePx);
  const whole = { width: picture.width, height: picture.height };
  const uncut = { cutOut: null, part: wholeOf(whole), whole };
  if (channels === 3) return { ...uncut, ...cropCaptions(picture) };
  if (!hasTransparentGround(picture)) return { ...uncut, ...cropCaptions(withGround(picture, WHITE)) };
  const cutOut = alphaPlane(picture);
  const part = boxInPixels(cutOut);
  if (shareOfBox(cutOut, part) >= RECTANGLE_SHARE)
    return { ...uncut, part, photo: withGround(crop(picture, part), WHITE) };
  return { ...uncut, photo: withGround(picture, chooseGround(picture)), cutOut };
}

/**
 * The same part of the photo with more pixels, where the photo has them: what is cut off is not decided again.
 *
 * @param sidePx the long side of the whole photo at most
 */
export async function decodeFiner(
  photo: Uint8Array | string,
  sidePx: number,
  { part, whole }: DecodedPhoto,
): Promise<Raster> {
  const { picture, channels } = await readPixels(photo, sidePx);
  const opaque = channels === 3 ? picture : withGround(picture, groundOf(picture));
  const times = picture.width / whole.width;
  const [left, top] = [Math.round(part.left * times), Math.round(part.top * times)];
  const width = Math.min(picture.width - left, Math.round(part.width * times));
  const height = Math.min(picture.height - top, Math.round(part.height * times));
  return raw(pipeline(opaque).extract({ left, top, width, height }));
}

const groundOf = (picture: RgbaRaster): Parameters<typeof flatten>[1] =>
  hasTransparentGround(picture) && shareOfBox(alphaPlane(picture), boxInPixels(alphaPlane(picture))) < RECTANGLE_SHARE
    ? chooseGround(picture)
    : WHITE;

async function readPixels(photo: Uint8Array | string, sidePx: number): Promise<{ picture: Raster; channels: number }> {
  const { data, info } = await sharp(photo, { limitInputPixels: 50_000_000 })
    .autoOrient()
    .toColourspace('srgb')
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { picture: { width: info.width, height: info.height, pixels }, channels: info.channels };
}

function cropCaptions(photo: Raster): Pick<DecodedPhoto, 'photo' | 'part'> {
  const part = withoutCaptions(photo);
  const { width } = photo;
  const pixels = photo.pixels.subarray(3 * width * part.top, 3 * width * (part.top + part.height));
  return { photo: { width, height: part.height, pixels }, part };
}

const withGround = (picture: RgbaRaster, ground: Parameters<typeof flatten>[1]): Raster => ({
  width: picture.width,
  height: picture.height,
  pixels: flatten(picture, ground),
});

function alphaPlane({ width, height, pixels }: RgbaRaster): Plane {
  const alpha = emptyPlane(width, height);
  for (let y = 0; y < height; y++)
    alphaRow(pixels.subarray(y * width * 4), alpha.values.subarray(y * width, (y + 1) * width));
  return alpha;
}

function alphaRow(pixels: Uint8Array, alpha: Float32Array): void {
  for (let x = 0; x < alpha.length; x++) alpha[x] = pixels[4 * x + 3]! / 255;
}

/** The bounding box of what is opaque. */
function boxInPixels(plane: Plane): PhotoPart {
  const { left, top, right, bottom } = boxOf(plane);
  const [x, y] = [Math.round(left * plane.width), Math.round(top * plane.height)];
  return { left: x, top: y, width: Math.round(right * plane.width) - x, height: Math.round(bottom * plane.height) - y };
}

function shareOfBox({ values }: Plane, { width, height }: PhotoPart): number {
  let opaque = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! >= 0.5) opaque++;
  return opaque / (width * height);
}

function crop({ width: from, pixels }: RgbaRaster, { left, top, width, height }: PhotoPart): RgbaRaster {
  const part = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * from + left) * 4;
    part.set(pixels.subarray(start, start + width * 4), y * width * 4);
  }
  return { width, height, pixels: part };
}
