import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import sharp, { type Sharp } from 'sharp';
import { drawGround, type GroundKind } from '@shop/art-engine/draw-ground';
import { copyKey, groundKey, originalKey, sharedPictureKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository, type ServedImage } from '../images/images.repository.js';
import type { CopyFormat, CopyWidth } from './media.rules.js';

/**
 * Room for about a thousand copies. Reading a file takes longer than the rest of the response, and a bucket five
 * times as long.
 */
const CACHE_BYTES = 32 * 1024 * 1024;
/** An erased picture is never served, because its row is checked; its copies leave the memory after this time. */
const CACHE_MS = 600_000;

/** The long side of a shared picture: messengers show it in full width, and it is too small for a good print. */
export const SHARED_PICTURE_PX = 1_000;

/** Draws a copy from the original's file. */
type CreateCopy = (originalPath: string) => Promise<Buffer | null>;

/**
 * Creates smaller copies of pictures at the first request and stores them. Two instances may create the same copy at
 * once, which is harmless.
 */
@Injectable()
export class ImageCopiesService {
  private readonly pending = new Map<string, Promise<Buffer | null>>();
  private readonly cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_MS,
    ttlAutopurge: true,
  });

  constructor(
    private readonly store: ImageStore,
    private readonly images: ImagesRepository,
  ) {}

  /** The copy; null where the original no longer exists. Simultaneous requests wait for one creation. */
  async readCopy(image: ServedImage, width: CopyWidth, format: CopyFormat): Promise<Buffer | null> {
    return this.read(image, copyKey(image.id, width, format), (original) =>
      encode(shrink(original, width), format).toBuffer(),
    );
  }

  /** The ground around an artwork, invisible if the artwork has none; null where the original no longer exists. */
  async readGround(image: ServedImage, kind: GroundKind): Promise<Buffer | null> {
    return this.read(
      image,
      groundKey(image.id),
      async (original) => (await drawGround(original, kind)) ?? drawInvisible(),
    );
  }

  /** The picture of a share link, a JPEG, which every messenger shows; null where the original no longer exists. */
  async readSharedPicture(image: ServedImage): Promise<Buffer | null> {
    return this.read(image, sharedPictureKey(image.id), (original) =>
      sharp(original)
        .resize({ width: SHARED_PICTURE_PX, height: SHARED_PICTURE_PX, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 80, mozjpeg: true })
        .toBuffer(),
    );
  }

  private async read(image: ServedImage, key: string, create: CreateCopy): Promise<Buffer | null> {
    const cached = this.cache.get(key);
    if (cached) return cached;
    const bytes = (await this.store.read(key)) ?? (await this.createOnce(image, key, create));
    if (bytes) this.cache.set(key, bytes);
    return bytes;
  }

  private async createOnce(image: ServedImage, key: string, create: CreateCopy): Promise<Buffer | null> {
    let creation = this.pending.get(key);
    if (!creation) {
      creation = this.createCopy(image, key, create).finally(() => this.pending.delete(key));
      this.pending.set(key, creation);
    }
    return creation;
  }

  private async createCopy({ id, mimeType }: ServedImage, key: string, create: CreateCopy): Promise<Buffer | null> {
    const copy = await this.store.withLocalFile(originalKey(id, mimeType), create);
    const isSaved = copy && (await this.images.withLockedImage(id, () => this.store.put(key, copy)));
    return isSaved ? copy : null;
  }
}

/** One transparent pixel. */
const drawInvisible = (): Promise<Buffer> =>
  sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();

/** WebP's limit: its container has 14 bits for a side, and a picture may be very long and narrow. */
const MAX_SIDE_PX = 16_383;

const shrink = (path: string, width: CopyWidth): Sharp =>
  sharp(path).resize({ width, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true });

/**
 * The first request waits for the encoding, so AVIF uses effort 0: at effort 2 it takes over four times as long (640
 * px: 125 to 170 ms on one core) and saves a seventh of the bytes at the same quality.
 */
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
