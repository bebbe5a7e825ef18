import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { originalKey } from '../images/image-keys.js';
import type { ImageEntity, ImageMimeType } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';
import { StoredFilesService } from '../images/stored-files.service.js';

type NewPicture = Omit<NewImage, 'userId' | 'guestId' | 'metadata'> & { sha256?: string };

/** Saves pictures that are made for an order. They belong to the artwork's owner. */
@Injectable()
export class OrderPicturesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly storedFiles: StoredFilesService,
  ) {}

  /**
   * Saves a picture's file together with the rows that `write` writes in its transaction. Removes the file where
   * `write` returns false or throws.
   */
  savePicture(
    picture: { mimeType: ImageMimeType; bytes: Uint8Array },
    write: (manager: EntityManager, id: string) => Promise<boolean>,
  ): Promise<boolean> {
    const id = randomUUID();
    return this.storedFiles.saveWithRow(originalKey(id, picture.mimeType), picture.bytes, (manager) =>
      write(manager, id),
    );
  }

  /**
   * Returns false where the artwork no longer exists. Reads the owner again, because a guest's artwork may have been
   * reassigned to a user.
   */
  async insertForArtworkOwner(
    manager: EntityManager,
    artwork: ImageEntity,
    orderItemId: string,
    { sha256, ...picture }: NewPicture,
  ): Promise<boolean> {
    const owner = await this.images.findAndLockOwner(artwork.id, manager);
    if (!owner) return false;
    await this.images.insert(
      { ...picture, metadata: { artworkId: artwork.id, orderItemId, ...(sha256 ? { sha256 } : {}) }, ...owner },
      manager,
    );
    return true;
  }
}
