import type { Pixels } from './photo-pixels.js';
import { restoreImage, stubImage } from './stub-image.js';

interface StubbedPhoto {
  /** What a camera took: its size. */
  widthPx: number;
  heightPx: number;
  /** What the browser's small copy of it shows. */
  pixels: Pixels;
}

/** jsdom decodes no pictures: every JPEG looked at is this one; null is one that can't be decoded. */
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
