import sharp from 'sharp';
import { pipeline, raw } from '../raster.js';
import { decodePhoto } from '../scene/decode-photo.js';
import type { Plane } from '../kernels/plane.js';
import { findSubject, SUBJECT_SIDE_PX } from './find-subject.js';

export interface PhotoCutOut {
  /** PNG, 8 bit grey, in the photo's proportions: 255 is drawn. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly source: 'network' | 'contrast' | 'transparency';
  /** false: nothing stands out like a pet. */
  readonly hasSubject: boolean;
}

const CUT_OUT_SIDE_PX = 1100;

/** Finds the pet in a photo. Throws an Error for a photo that can't be decoded. */
export async function cutOutPhoto(photo: Uint8Array | string): Promise<PhotoCutOut> {
  const decoded = await decodePhoto(photo, CUT_OUT_SIDE_PX);
  const { width, height } = decoded.photo;
  if (decoded.cutOut) return toCutOut(decoded.cutOut, width, height, 'transparency');
  const small = await raw(pipeline(decoded.photo).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'inside' }));
  return toCutOut(findSubject(small).mask, width, height, 'contrast');
}

async function toCutOut(
  mask: Plane,
  width: number,
  height: number,
  source: PhotoCutOut['source'],
): Promise<PhotoCutOut> {
  const grey = Uint8Array.from(mask.values, (value) => Math.round(value * 255));
  const png = await sharp(grey, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return { png, width, height, source, hasSubject: true };
}
