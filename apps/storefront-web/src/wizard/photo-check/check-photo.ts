import { copyPhoto, canDecodeDownscaled, loadImage, getPhotoSize } from './copy-photo.js';
import { getAdvice } from './photo-advice.js';
import { findPhotoIssues } from './photo-quality.rules.js';

/**
 * Returns advice about the photo at this object URL, one sentence each. The list is empty for a good photo and for one
 * that this browser cannot decode: the check never decides whether a photo may be uploaded.
 */
export async function checkPhoto(photo: File, url: string): Promise<string[]> {
  try {
    const [image, bytes] = await Promise.all([loadImage(url), canDecodeDownscaled(photo) ? photo.arrayBuffer() : null]);
    const size = getPhotoSize(image);
    return findPhotoIssues(size, await copyPhoto(photo, image, bytes)).map((issue) => getAdvice(issue, size));
  } catch {
    return [];
  }
}

/** Large enough for the JavaScript engine to compile the pixel loops. */
const BLANK_SIDE_PX = 128;

/** Runs the check on a blank photo in advance, because the first run takes about five times as long as the next. */
export function warmUpPhotoCheck(): void {
  const size = { widthPx: BLANK_SIDE_PX, heightPx: BLANK_SIDE_PX };
  const data = new Uint8ClampedArray(BLANK_SIDE_PX * BLANK_SIDE_PX * 4).fill(255);
  findPhotoIssues(size, { width: BLANK_SIDE_PX, height: BLANK_SIDE_PX, data });
}
