import { LOST_DETAIL } from '@shop/placement';
import {
  COPY_SIDE_PX,
  findPhotoIssues,
  type PhotoIssue,
  type PhotoSize,
  type PixelCopy,
} from './photo-quality.rules.js';

/**
 * JPEG decoders can downscale by eighths while decoding, which is as many times faster. A slightly smaller copy is good
 * enough.
 */
const JPEG_SCALE_STEPS = 8;
const TOLERANCE = 0.95;

/** Loads the photo as an image element; the browser reads only its header. Rejects if the file is not a picture. */
export function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The photo cannot be read'));
    image.src = url;
  });
}

const getPhotoSize = ({ naturalWidth, naturalHeight }: HTMLImageElement): PhotoSize => ({
  widthPx: naturalWidth,
  heightPx: naturalHeight,
});

/** True if the photo is decoded from its bytes by `ImageDecoder`; the bytes can be read while the image loads. */
const canDecodeDownscaled = ({ type }: File): boolean => type === 'image/jpeg' && typeof ImageDecoder !== 'undefined';

/**
 * Returns a copy of the photo with at most {@link COPY_SIDE_PX} on its long side. A JPEG is downscaled while it is decoded:
 * by `ImageDecoder` off the main thread if the browser has it (Safari has not), otherwise by drawing the image small on
 * the main thread, which takes a third of the time of decoding 12 megapixels. Other formats are decoded at full size off
 * the main thread. The orientation of the copy is undefined. `bytes` is null unless {@link canDecodeDownscaled}.
 */
async function copyPhoto(photo: File, image: HTMLImageElement, bytes: ArrayBuffer | null): Promise<PixelCopy> {
  const size = getPhotoSize(image);
  if (photo.type === 'image/jpeg' && bytes === null) return readPixels(image, size.widthPx, size.heightPx);
  const decoded = bytes ? await decodeDownscaled(photo.type, bytes, size) : await createDownscaledBitmap(photo, size);
  try {
    return readPixels(decoded.picture, decoded.width, decoded.height);
  } finally {
    decoded.picture.close();
  }
}

interface Decoded {
  picture: ImageBitmap | VideoFrame;
  width: number;
  height: number;
}

async function decodeDownscaled(type: string, data: ArrayBuffer, { widthPx, heightPx }: PhotoSize): Promise<Decoded> {
  const scaleSteps = Math.min(
    JPEG_SCALE_STEPS,
    Math.ceil((JPEG_SCALE_STEPS * COPY_SIDE_PX * TOLERANCE) / Math.max(widthPx, heightPx)),
  );
  const downscale = (px: number): number => Math.ceil((px * scaleSteps) / JPEG_SCALE_STEPS);
  const decoder = new ImageDecoder({
    type,
    data,
    desiredWidth: downscale(widthPx),
    desiredHeight: downscale(heightPx),
  });
  try {
    const { image } = await decoder.decode();
    return { picture: image, width: image.displayWidth, height: image.displayHeight };
  } finally {
    decoder.close();
  }
}

async function createDownscaledBitmap(photo: File, size: PhotoSize): Promise<Decoded> {
  const { width, height } = fitWithin(size.widthPx, size.heightPx);
  const picture = await createImageBitmap(photo, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' });
  return { picture, width: picture.width, height: picture.height };
}

/** Draws the picture at the copy's size. Transparent parts stay transparent. */
function readPixels(picture: CanvasImageSource, decodedWidth: number, decodedHeight: number): PixelCopy {
  const { width, height } = fitWithin(decodedWidth, decodedHeight);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser provides no canvas context');
  context.imageSmoothingQuality = 'medium';
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function fitWithin(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, COPY_SIDE_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** One sentence per issue: the problem and what to do about it. */
const ADVICE: Record<PhotoIssue, (size: PhotoSize) => string> = {
  small: ({ widthPx, heightPx }) =>
    `With ${widthPx} × ${heightPx} pixels this photo is too small to print sharply on anything but a pet tag: please use the original from your camera if you can.`,
  'small for shirts': ({ widthPx, heightPx }) =>
    `With ${widthPx} × ${heightPx} pixels this photo does for a pet tag or a phone case, but on a large print on a T-shirt or hoodie ${LOST_DETAIL}: please use the original from your camera if you can.`,
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
