import { getCopyUrl } from '../../mockup/use-artwork-size.js';
import { loadImage } from '../photo-check/check-photo.js';
import type { Mask, PhotoPixels } from './mask.js';

export interface CutOutPixels {
  readonly photo: PhotoPixels;
  readonly mask: Mask;
}

/** Loads photo and mask at the mask's size, at most `sidePx` on the long side. Rejects if either can't be read. */
export async function loadCutOut(photoUrl: string, maskUrl: string, sidePx: 640 | 1024): Promise<CutOutPixels> {
  const [photoImage, maskImage] = await Promise.all([loadImage(getCopyUrl(photoUrl, sidePx)), loadImage(maskUrl)]);
  const scale = Math.min(1, sidePx / Math.max(maskImage.naturalWidth, maskImage.naturalHeight));
  const width = Math.max(1, Math.round(maskImage.naturalWidth * scale));
  const height = Math.max(1, Math.round(maskImage.naturalHeight * scale));
  return { photo: readPixels(photoImage, width, height), mask: readMask(maskImage, width, height) };
}

/** The mask as a PNG: white, with the mask as its alpha channel. */
export function encodeMask({ width, height, data }: Mask): Promise<Blob> {
  const { canvas, context } = createCanvas(width, height);
  const picture = context.createImageData(width, height);
  picture.data.fill(255);
  for (let i = 0; i < data.length; i++) picture.data[i * 4 + 3] = data[i]!;
  context.putImageData(picture, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The browser can’t encode the mask'))), 'image/png'),
  );
}

/** The mask alone, at this size. */
export async function loadMask(maskUrl: string, { width, height }: Pick<Mask, 'width' | 'height'>): Promise<Mask> {
  return readMask(await loadImage(maskUrl), width, height);
}

function readMask(image: HTMLImageElement, width: number, height: number): Mask {
  const pixels = readPixels(image, width, height);
  // A grey picture has the same value in all channels.
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => pixels.data[i * 4]!) };
}

function readPixels(image: HTMLImageElement, width: number, height: number): PhotoPixels {
  const { context } = createCanvas(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function createCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser provides no canvas context');
  return { canvas, context };
}
