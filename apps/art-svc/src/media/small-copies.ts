import { access } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import sharp, { type Sharp } from 'sharp';
import { ImageFolder } from '../images/image-folder.js';
import type { ImageEntity } from '../images/image.entity.js';
import type { CopyFormat, CopyWidth } from './media.rules.js';

/** Smaller copies of pictures, made when first asked for and kept. */
@Injectable()
export class SmallCopies {
  private readonly making = new Map<string, Promise<void>>();

  constructor(private readonly folder: ImageFolder) {}

  /** Path of the copy. Many who ask at once wait for the same one to be made. */
  async pathOf({ id, mimeType }: ImageEntity, width: CopyWidth, format: CopyFormat): Promise<string> {
    const path = this.folder.copyPathOf(id, width, format);
    if (await exists(path)) return path;
    let made = this.making.get(path);
    if (!made) {
      made = this.make(this.folder.pathOf(id, mimeType), path, width, format).finally(() => this.making.delete(path));
      this.making.set(path, made);
    }
    await made;
    return path;
  }

  private async make(original: string, path: string, width: CopyWidth, format: CopyFormat): Promise<void> {
    const small = sharp(original).resize({ width, withoutEnlargement: true });
    await this.folder.write(path, await encode(small, format).toBuffer());
  }
}

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

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
