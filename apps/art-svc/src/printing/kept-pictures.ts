import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity, ImageMimeType } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';

type NewPicture = Omit<NewImage, 'userId' | 'guestId' | 'metadata'> & { sha256?: string };

/** Pictures that are made of somebody's order: they belong to whoever owns the artwork. */
@Injectable()
export class KeptPictures {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
  ) {}

  /** Keeps a picture's file beside what `write` writes of it in its transaction; where that is false, or fails, the file goes again. */
  async keep(picture: { mimeType: ImageMimeType; bytes: Uint8Array }, write: (manager: EntityManager, id: string) => Promise<boolean>): Promise<boolean> {
    const id = randomUUID();
    const key = originalKey(id, picture.mimeType);
    await this.store.put(key, picture.bytes);
    const isKept = await this.dataSource
      .transaction((manager) => write(manager, id))
      .catch(async (error: unknown) => {
        await this.store.remove(key);
        throw error;
      });
    if (!isKept) await this.store.remove(key);
    return isKept;
  }

  /** False where the artwork is gone. It may also have changed hands (D13) since it was looked at. */
  async insertFor(manager: EntityManager, artwork: ImageEntity, orderItemId: string, { sha256, ...picture }: NewPicture): Promise<boolean> {
    const owner = await this.images.lockOwner(artwork.id, manager);
    if (!owner) return false;
    await this.images.insert({ ...picture, metadata: { artworkId: artwork.id, orderItemId, ...(sha256 ? { sha256 } : {}) }, ...owner }, manager);
    return true;
  }
}
