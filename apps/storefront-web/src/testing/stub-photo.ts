import type { Pixels } from './photo-pixels.js';
import { restoreImage, stubImage } from './stub-image.js';

interface StubbedPhoto {
  /** Size of the original photo. */
  widthPx: number;
  heightPx: number;
  /** Pixels of the browser's small copy. */
  pixels: Pixels;
}

/** jsdom decodes no pictures: makes every JPEG decode to this photo. Null makes decoding fail. */
export function stubPhoto(photo: StubbedPhoto | null): void {
  stubImage(photo && { width: photo.widthPx, height: photo.heightPx });
  const copy = photo?.pixels;
  Object.assign(globalThis, {
    OffscreenCanvas: class {
      getContext() {
        return { drawImage: () => undefined, getImageData: () => copy };
      }
    },
  });
}

export function restorePhoto(): void {
  restoreImage();
  Object.assign(globalThis, { OffscreenCanvas: undefined });
}
