import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { originalKey } from '../images/image-keys.js';
import type { ImageEntity, ImageMimeType } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';
import { KeptFiles } from '../upkeep/kept-files.js';

type NewPicture = Omit<NewImage, 'userId' | 'guestId' | 'metadata'> & { sha256?: string };

/** Pictures that are made of somebody's order: they belong to whoever owns the artwork. */
@Injectable()
export class KeptPictures {
  constructor(
    private readonly images: ImagesRepository,
    private readonly files: KeptFiles,
  ) {}

  /** Keeps a picture's file beside what `write` writes of it in its transaction; where that is false, or fails, the file goes again. */
  keep(
    picture: { mimeType: ImageMimeType; bytes: Uint8Array },
    write: (manager: EntityManager, id: string) => Promise<boolean>,
  ): Promise<boolean> {
    const id = randomUUID();
    return this.files.keep(originalKey(id, picture.mimeType), picture.bytes, (manager) => write(manager, id));
  }

  /** False where the artwork is gone. It may also have changed hands (D13) since it was looked at. */
  async insertFor(
    manager: EntityManager,
    artwork: ImageEntity,
    orderItemId: string,
    { sha256, ...picture }: NewPicture,
  ): Promise<boolean> {
    const owner = await this.images.lockOwner(artwork.id, manager);
    if (!owner) return false;
    await this.images.insert(
      { ...picture, metadata: { artworkId: artwork.id, orderItemId, ...(sha256 ? { sha256 } : {}) }, ...owner },
      manager,
    );
    return true;
  }
}
