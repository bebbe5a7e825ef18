import { canDecodeDownscaled, copyPhoto, getPhotoSize, loadImage } from './copy-photo.js';
import { findPhotoIssues, type PhotoIssue, type PhotoSize } from './photo-quality.rules.js';

/** One sentence per issue: the problem and what to do about it. */
const ADVICE: Record<PhotoIssue, (size: PhotoSize) => string> = {
  small: ({ widthPx, heightPx }) =>
    `With ${widthPx} × ${heightPx} pixels this photo is too small to print sharply: please use the original from your camera if you can.`,
  'small for shirts': ({ widthPx, heightPx }) =>
    `With ${widthPx} × ${heightPx} pixels this photo does for a pet tag or a phone case, but whiskers and fine fur would be lost on a T-shirt or hoodie: please use the original from your camera if you can.`,
  blurred: () =>
    'This photo looks blurred, and eyes and fur would lose their detail: please try one with your pet in focus and the camera held still.',
  dark: () =>
    'This photo is very dark, and your pet would get lost in it: please try one taken in daylight or by a window.',
  bright: () =>
    'This photo is overexposed, and light fur would lose its detail: please try one taken in the shade or without a flash.',
};

const getAdvice = (issue: PhotoIssue, size: PhotoSize): string => ADVICE[issue](size);

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
