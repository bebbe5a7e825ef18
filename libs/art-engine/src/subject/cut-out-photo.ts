import sharp from 'sharp';
import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { decodePhoto, type DecodedPhoto } from './decode-photo.js';
import { networkProcess, type SubjectFinderOptions } from './choose-finder.js';
import { contrastFinder, type SubjectFinder } from './contrast-finder.js';
import { networkFinder } from './network-finder.js';
import { refineOutline } from './refine-outline.js';

export interface PhotoCutOut {
  /** PNG, 8 bit grey, in the photo's proportions: 255 is drawn. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly source: 'network' | 'contrast' | 'transparency';
  /** false: nothing stands out like a pet. */
  readonly hasSubject: boolean;
  /** Why the network could not be used; null if it was used or not needed. */
  readonly fallbackReason: string | null;
}

/** The photo is decoded at this size at most: scenes are cropped from it. */
export const DECODED_SIDE_PX = 1100;

/**
 * Finds the pet in a photo: by its transparency, by the network, or by contrast where the network can't run.
 *
 * @param photo JPEG or PNG, upright, sRGB: its bytes, or the path of its file
 * @throws Error for a photo that can't be decoded
 */
export async function cutOutPhoto(
  photo: Uint8Array | string,
  options: SubjectFinderOptions = {},
): Promise<PhotoCutOut> {
  const decoded = await decodePhoto(photo, DECODED_SIDE_PX);
  if (decoded.cutOut)
    return encode(decoded, decoded.cutOut, { source: 'transparency', hasSubject: true, fallbackReason: null });
  const network = networkProcess(options);
  try {
    const found = await findMask(
      decoded.photo,
      networkFinder((small) => network.infer(small)),
    );
    return await encode(decoded, found.mask, { ...found, source: 'network', fallbackReason: null });
  } catch (error) {
    const fallbackReason = error instanceof Error ? error.message : String(error);
    const found = await findMask(decoded.photo, contrastFinder);
    return encode(decoded, found.mask, { ...found, source: 'contrast', fallbackReason });
  }
}

/** The animal's mask by contrast only: the same on every machine, and 0.2 s faster. H × W of the photo. */
export const maskByContrast = async (photo: Raster): Promise<Plane> => (await findMask(photo, contrastFinder)).mask;

async function findMask(photo: Raster, finder: SubjectFinder): Promise<{ mask: Plane; hasSubject: boolean }> {
  const { prior, hasSubject } = await finder.find(photo);
  return { mask: await refineOutline(photo, prior), hasSubject };
}

/** A mask of the decoded part becomes a picture of the whole photo. */
async function encode(
  { part, whole }: DecodedPhoto,
  mask: Plane,
  { source, hasSubject, fallbackReason }: Pick<PhotoCutOut, 'source' | 'hasSubject' | 'fallbackReason'>,
): Promise<PhotoCutOut> {
  const { width, height } = whole;
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < mask.height; y++)
    greyRow(mask.values.subarray(y * mask.width), grey.subarray((part.top + y) * width + part.left), mask.width);
  const png = await sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 4 })
    .toBuffer();
  return { png, width, height, source, hasSubject, fallbackReason };
}

function greyRow(mask: Float32Array, grey: Uint8Array, width: number): void {
  for (let x = 0; x < width; x++) grey[x] = Math.round(mask[x]! * 255);
}

/**
 * Decodes a cut-out for a decoded photo. A cut-out of another size is scaled; its colours are ignored.
 *
 * @returns H × W of the decoded part
 * @throws Error for a picture that can't be decoded
 */
export async function readCutOut(cutOut: Uint8Array | string, { part, whole }: DecodedPhoto): Promise<Plane> {
  const grey = await sharp(cutOut)
    .removeAlpha()
    .toColourspace('b-w')
    .resize(whole.width, whole.height, { fit: 'fill' })
    .extract(part)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const mask = emptyPlane(part.width, part.height);
  for (let i = 0; i < mask.values.length; i++) mask.values[i] = grey[i]! / 255;
  return mask;
}
