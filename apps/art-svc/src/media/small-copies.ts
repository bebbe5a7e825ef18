import { Injectable } from '@nestjs/common';
import sharp, { type Sharp } from 'sharp';
import { copyKey, originalKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import type { CopyFormat, CopyWidth } from './media.rules.js';

/** Smaller copies of pictures, made when first asked for and kept. Two instances may both make the same one; it is whole all the same. */
@Injectable()
export class SmallCopies {
  private readonly making = new Map<string, Promise<void>>();

  constructor(
    private readonly store: ImageStore,
    private readonly images: ImagesRepository,
  ) {}

  /** The copy; null where there is no original any more. Many who ask at once wait for the same one to be made. */
  async open(image: ImageEntity, width: CopyWidth, format: CopyFormat): Promise<StoredFile | null> {
    const key = copyKey(image.id, width, format);
    const known = await this.store.open(key);
    if (known) return known;
    let made = this.making.get(key);
    if (!made) {
      made = this.make(image, key, width, format).finally(() => this.making.delete(key));
      this.making.set(key, made);
    }
    await made;
    return this.store.open(key);
  }

  private async make({ id, mimeType }: ImageEntity, key: string, width: CopyWidth, format: CopyFormat): Promise<void> {
    const small = await this.store.withLocalFile(originalKey(id, mimeType), (original) => encode(shrunk(original, width), format).toBuffer());
    if (small) await this.images.whileThere(id, () => this.store.put(key, small));
  }
}

/** WebP knows no longer side (its container has 14 bits), and a picture may be a ribbon. */
const LONGEST_SIDE_PX = 16_383;

const shrunk = (path: string, width: CopyWidth): Sharp => sharp(path).resize({ width, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true });

/** AVIF at a higher effort takes seconds on one core and saves a few per cent. */
function encode(image: Sharp, format: CopyFormat): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: 60, effort: 2 });
    case 'webp':
      return image.webp({ quality: 82, effort: 4 });
    case 'jpg':
      return image.jpeg({ quality: 85, mozjpeg: true });
    case 'png':
      return image.png({ compressionLevel: 8 });
  }
}
