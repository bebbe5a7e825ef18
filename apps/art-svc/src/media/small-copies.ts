import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import sharp, { type Sharp } from 'sharp';
import { copyKey, originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository, type ShownImage } from '../images/images.repository.js';
import type { CopyFormat, CopyWidth } from './media.rules.js';

/** A thousand or so. Reading a file anew takes longer than all the rest of the answer, and a bucket five times as long. */
const HOT_BYTES = 32 * 1024 * 1024;
/** A picture that was erased is not shown from then on; what is left of it here is gone soon, too. */
const HOT_MS = 600_000;

/** Smaller copies of pictures, made when first asked for and kept. Two instances may both make the same one; it is whole all the same. */
@Injectable()
export class SmallCopies {
  private readonly making = new Map<string, Promise<Buffer | null>>();
  private readonly hot = new LRUCache<string, Buffer>({
    maxSize: HOT_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: HOT_MS,
    ttlAutopurge: true,
  });

  constructor(
    private readonly store: ImageStore,
    private readonly images: ImagesRepository,
  ) {}

  /** The copy; null where there is no original any more. Many who ask at once wait for the same one to be made. */
  async read(image: ShownImage, width: CopyWidth, format: CopyFormat): Promise<Buffer | null> {
    const key = copyKey(image.id, width, format);
    const hot = this.hot.get(key);
    if (hot) return hot;
    const bytes = (await this.store.read(key)) ?? (await this.made(image, key, width, format));
    if (bytes) this.hot.set(key, bytes);
    return bytes;
  }

  private async made(image: ShownImage, key: string, width: CopyWidth, format: CopyFormat): Promise<Buffer | null> {
    let made = this.making.get(key);
    if (!made) {
      made = this.make(image, key, width, format).finally(() => this.making.delete(key));
      this.making.set(key, made);
    }
    return made;
  }

  private async make(
    { id, mimeType }: ShownImage,
    key: string,
    width: CopyWidth,
    format: CopyFormat,
  ): Promise<Buffer | null> {
    const small = await this.store.withLocalFile(originalKey(id, mimeType), (original) =>
      encode(shrunk(original, width), format).toBuffer(),
    );
    const kept = small && (await this.images.whileThere(id, () => this.store.put(key, small)));
    return kept ? small : null;
  }
}

/** WebP knows no longer side (its container has 14 bits), and a picture may be a ribbon. */
const LONGEST_SIDE_PX = 16_383;

const shrunk = (path: string, width: CopyWidth): Sharp =>
  sharp(path).resize({ width, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true });

/** Whoever asks first waits for it, and few ask again: at effort 2 AVIF takes over four times as long (640 px: 125 to 170 ms on one core) and saves a seventh of the bytes of a picture as good. */
function encode(image: Sharp, format: CopyFormat): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: 63, effort: 0 });
    case 'webp':
      return image.webp({ quality: 82, effort: 4 });
    case 'jpg':
      return image.jpeg({ quality: 85, mozjpeg: true });
    case 'png':
      return image.png({ compressionLevel: 8 });
  }
}
