import { COPY_SIDE_PX, type PhotoSize, type PixelCopy } from './photo-quality.rules.js';

/** JPEG decoders shrink by eighths on the way, and that many times faster. A copy this much below its side is as good. */
const EIGHTHS = 8;
const SLACK = 0.95;

/** Width and height as the photo is shown; the browser reads no more than its header. Rejects for what is no picture. */
export function photoSize(address: string): Promise<PhotoSize> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve({ widthPx: image.naturalWidth, heightPx: image.naturalHeight });
    image.onerror = () => reject(new Error('The photo cannot be read'));
    image.src = address;
  });
}

/**
 * A copy of the photo of {@link COPY_SIDE_PX} on its long side, or as it is where it is smaller. Decoded beside the main thread: 12 megapixels take a
 * tenth of a second with `ImageDecoder`, which shrinks on the way, and three without. Which way up it lies may be either.
 */
export async function copyPhoto(photo: File, size: PhotoSize): Promise<PixelCopy> {
  const decoded = (await shrunkByDecoder(photo, size)) ?? (await shrunkBitmap(photo, size));
  try {
    return pixelsOf(decoded.picture, decoded.width, decoded.height);
  } finally {
    decoded.picture.close();
  }
}

interface Decoded {
  picture: ImageBitmap | VideoFrame;
  width: number;
  height: number;
}

/** Null where the browser has no such decoder, or not for this type. */
async function shrunkByDecoder(photo: File, { widthPx, heightPx }: PhotoSize): Promise<Decoded | null> {
  if (photo.type !== 'image/jpeg' || typeof ImageDecoder === 'undefined') return null;
  const eighths = Math.min(EIGHTHS, Math.ceil((EIGHTHS * COPY_SIDE_PX * SLACK) / Math.max(widthPx, heightPx)));
  const shrunk = (px: number): number => Math.ceil((px * eighths) / EIGHTHS);
  const decoder = new ImageDecoder({ type: photo.type, data: await photo.arrayBuffer(), desiredWidth: shrunk(widthPx), desiredHeight: shrunk(heightPx) });
  try {
    const { image } = await decoder.decode();
    return { picture: image, width: image.displayWidth, height: image.displayHeight };
  } finally {
    decoder.close();
  }
}

async function shrunkBitmap(photo: File, size: PhotoSize): Promise<Decoded> {
  const { width, height } = inside(size.widthPx, size.heightPx);
  const picture = await createImageBitmap(photo, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' });
  return { picture, width: picture.width, height: picture.height };
}

/** Transparent parts stay transparent. */
function pixelsOf(picture: CanvasImageSource, decodedWidth: number, decodedHeight: number): PixelCopy {
  const { width, height } = inside(decodedWidth, decodedHeight);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas');
  context.imageSmoothingQuality = 'medium';
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function inside(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, COPY_SIDE_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
