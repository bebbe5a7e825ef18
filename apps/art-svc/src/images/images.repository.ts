import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Caller } from '@shop/service-kit';
import { Repository, type EntityManager } from 'typeorm';
import { ImageEntity, imageUrl } from './image.entity.js';
import { ownIds } from './ownership.js';

export type ShownImage = Pick<ImageEntity, 'id' | 'mimeType'>;
export type NewImage = Omit<ImageEntity, 'url' | 'status' | 'createdAt'>;

@Injectable()
export class ImagesRepository {
  constructor(@InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>) {}

  async insert(image: NewImage, manager: EntityManager = this.images.manager): Promise<void> {
    await manager.insert(ImageEntity, { ...image, metadata: image.metadata as object, url: imageUrl(image.id) });
  }

  /** Asked at each picture that is shown, so without the ORM: it takes longer than the query. */
  async findShown(id: string): Promise<ShownImage | null> {
    const [image] = await this.images.query<ShownImage[]>(
      `SELECT id, mime_type AS "mimeType" FROM images WHERE id = $1 AND status = 'active'`,
      [id],
    );
    return image ?? null;
  }

  findActive(id: string): Promise<ImageEntity | null> {
    return this.images.findOneBy({ id, status: 'active' });
  }

  async findOwnUpload(caller: Caller, id: string): Promise<ImageEntity | null> {
    const { userId, guestId } = ownIds(caller);
    return this.images
      .createQueryBuilder('image')
      .where('image.id = :id AND image.type = :type AND image.status = :status', {
        id,
        type: 'upload',
        status: 'active',
      })
      .andWhere('(image.user_id = :userId OR image.guest_id = :guestId)', { userId, guestId })
      .getOne();
  }

  /** Whose picture it is now, locked until the transaction ends; null where it is gone. */
  async lockOwner(id: string, manager: EntityManager): Promise<Pick<ImageEntity, 'userId' | 'guestId'> | null> {
    const image = await manager.findOne(ImageEntity, {
      where: { id, status: 'active' },
      lock: { mode: 'pessimistic_write' },
    });
    return image && { userId: image.userId, guestId: image.guestId };
  }

  /**
   * Does the work while nobody can delete the picture: whoever wants to waits, and then finds what was kept beside it. False, and nothing done,
   * where the picture is gone already.
   */
  whileThere(id: string, work: () => Promise<void>): Promise<boolean> {
    return this.images.manager.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        `SELECT FROM images WHERE id = $1 AND status = 'active' FOR KEY SHARE`,
        [id],
      );
      if (rows.length > 0) await work();
      return rows.length > 0;
    });
  }

  /** D13: idempotent. */
  async moveToUser(guestId: string, userId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE images SET user_id = $2, guest_id = NULL WHERE guest_id = $1', [guestId, userId]);
  }
}
