import { detectPictureFormat, PICTURE_SIGNATURE_BYTES, isDomainError } from '@shop/contracts-common';
import sharp from 'sharp';
import { maskDamaged, maskEmpty, maskNotPng, maskProportionsDiffer, tooManyMaskPixels } from './cut-out.errors.js';

/** A mask is drawn on the photo as it is displayed, so it never needs all pixels of the photo. */
const MASK_MAX_PIXELS = 16_000_000;

/** From this value a pixel is drawn. */
const DRAWN = 128;

/** As the engine encodes masks, so that an automatic one that is sent back unchanged has the same bytes. */
const COMPRESSION_LEVEL = 4;

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Decodes a customer's mask outside the main thread and resizes it: PNG, 8 bit grey. Its alpha channel is the mask
 * where it has one. Throws 413 above 16 megapixels, 400 for a damaged file, for other proportions than the photo's, and
 * where nothing is drawn.
 */
export async function readMask(path: string, photo: Size, size: Size): Promise<Buffer> {
  try {
    const mask = sharp(path, { limitInputPixels: false, failOn: 'error' });
    const { width, height, hasAlpha } = await mask.metadata();
    if (width * height > MASK_MAX_PIXELS) throw tooManyMaskPixels();
    if (!haveSameProportions({ widthPx: width, heightPx: height }, photo)) throw maskProportionsDiffer();
    const grey = hasAlpha ? mask.extractChannel('alpha') : mask.greyscale();
    const png = await grey
      .resize(size.widthPx, size.heightPx, { fit: 'fill' })
      .toColourspace('b-w')
      .png({ compressionLevel: COMPRESSION_LEVEL })
      .toBuffer();
    const { channels } = await sharp(png).stats();
    if ((channels[0]?.max ?? 0) < DRAWN) throw maskEmpty();
    return png;
  } catch (error) {
    throw isDomainError(error) ? error : maskDamaged(error);
  }
}

/** Throws 415. */
export function assertPng(firstBytes: Uint8Array): void {
  if (detectPictureFormat(firstBytes.subarray(0, PICTURE_SIGNATURE_BYTES)) !== 'PNG') throw maskNotPng();
}

/** Within a hundredth, or within a pixel where the mask is so small that its sides are rounded. */
export function haveSameProportions(mask: Size, photo: Size): boolean {
  const width = (mask.heightPx * photo.widthPx) / photo.heightPx;
  const height = (mask.widthPx * photo.heightPx) / photo.widthPx;
  return (
    Math.abs(mask.widthPx - width) <= width / 100 ||
    Math.abs(mask.widthPx - width) <= 1 ||
    Math.abs(mask.heightPx - height) <= 1
  );
}
