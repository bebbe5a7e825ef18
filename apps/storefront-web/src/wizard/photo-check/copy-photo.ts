import { COPY_SIDE_PX, type PhotoSize, type PixelCopy } from './photo-quality.rules.js';

/** JPEG decoders shrink by eighths on the way, and that many times faster. A copy this much below its side is as good. */
const JPEG_SCALE_STEPS = 8;
const TOLERANCE = 0.95;

/** The photo at its size as it is shown; the browser reads no more than its header. Rejects for what is no picture. */
export function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The photo cannot be read'));
    image.src = address;
  });
}

export const getPhotoSize = ({ naturalWidth, naturalHeight }: HTMLImageElement): PhotoSize => ({
  widthPx: naturalWidth,
  heightPx: naturalHeight,
});

/** Whether it is decoded from its bytes, which can be read while it is opened. */
export const canDecodeDownscaled = ({ type }: File): boolean =>
  type === 'image/jpeg' && typeof ImageDecoder !== 'undefined';

/**
 * A copy of the photo of {@link COPY_SIDE_PX} on its long side, or as it is where it is smaller. A JPEG is shrunk while it is decoded: by `ImageDecoder`
 * beside the main thread, where the browser has it (Safari doesn't), else on it by drawing the picture itself small, which takes a third of the time that
 * decoding 12 megapixels beside it does. All else can only be decoded whole, and is beside it. Which way up the copy lies may be either. `bytes`: of one
 * that {@link canDecodeDownscaled}, else null.
 */
export async function copyPhoto(photo: File, image: HTMLImageElement, bytes: ArrayBuffer | null): Promise<PixelCopy> {
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
  const eighths = Math.min(
    JPEG_SCALE_STEPS,
    Math.ceil((JPEG_SCALE_STEPS * COPY_SIDE_PX * TOLERANCE) / Math.max(widthPx, heightPx)),
  );
  const shrunk = (px: number): number => Math.ceil((px * eighths) / JPEG_SCALE_STEPS);
  const decoder = new ImageDecoder({ type, data, desiredWidth: shrunk(widthPx), desiredHeight: shrunk(heightPx) });
  try {
    const { image } = await decoder.decode();
    return { picture: image, width: image.displayWidth, height: image.displayHeight };
  } finally {
    decoder.close();
  }
}

async function createDownscaledBitmap(photo: File, size: PhotoSize): Promise<Decoded> {
  const { width, height } = inside(size.widthPx, size.heightPx);
  const picture = await createImageBitmap(photo, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' });
  return { picture, width: picture.width, height: picture.height };
}

/** Transparent parts stay transparent. */
function readPixels(picture: CanvasImageSource, decodedWidth: number, decodedHeight: number): PixelCopy {
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
