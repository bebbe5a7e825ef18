import { copyPhoto, canDecodeDownscaled, loadImage, getPhotoSize } from './copy-photo.js';
import { getAdvice } from './photo-advice.js';
import { findPhotoIssues } from './photo-quality.rules.js';

/**
 * What could be better about the photo at this object URL, one sentence each; nothing for a good one, and nothing for one that this browser can't
 * look at: whether it may be uploaded is not decided here.
 */
export async function checkPhoto(photo: File, address: string): Promise<string[]> {
  try {
    const [image, bytes] = await Promise.all([
      loadImage(address),
      canDecodeDownscaled(photo) ? photo.arrayBuffer() : null,
    ]);
    const size = getPhotoSize(image);
    return findPhotoIssues(size, await copyPhoto(photo, image, bytes)).map((fault) => getAdvice(fault, size));
  } catch {
    return [];
  }
}

/** Enough for the engine to compile the loops that go through a photo. */
const BLANK_SIDE_PX = 128;

/** What looks at photos looks at a blank one before there is any: its first look takes some five times as long as the next. */
export function warmUpPhotoCheck(): void {
  const [side, size] = [BLANK_SIDE_PX, { widthPx: BLANK_SIDE_PX, heightPx: BLANK_SIDE_PX }];
  findPhotoIssues(size, { width: side, height: side, data: new Uint8ClampedArray(side * side * 4).fill(255) });
}
