import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Caller } from '@shop/service-kit';
import { type EntityManager, Repository } from 'typeorm';
import { getImageUrl, ImageEntity } from './image.entity.js';

/**
 * The ids that may own a caller's data. Data of a customer who signed in a moment ago may still be under the guest's
 * id. Both are null for a caller without a session, who owns nothing.
 */
export function getOwnerIds(caller: Caller): { userId: string | null; guestId: string | null } {
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    guestId: caller.kind === 'anonymous' ? null : (caller.guestId ?? null),
  };
}

export type ServedImage = Pick<ImageEntity, 'id' | 'mimeType'>;
export type NewImage = Omit<ImageEntity, 'url' | 'status' | 'createdAt'>;

@Injectable()
export class ImagesRepository {
  constructor(@InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>) {}

  async insert(image: NewImage, manager: EntityManager = this.images.manager): Promise<void> {
    await manager.insert(ImageEntity, { ...image, metadata: image.metadata as object, url: getImageUrl(image.id) });
  }

  /** Runs for each served picture. TypeORM's mapping would take longer than the query itself. */
  async findServed(id: string): Promise<ServedImage | null> {
    const [image] = await this.images.query<ServedImage[]>(
      `SELECT id, mime_type AS "mimeType" FROM images WHERE id = $1 AND status = 'active'`,
      [id],
    );
    return image ?? null;
  }

  findActive(id: string): Promise<ImageEntity | null> {
    return this.images.findOneBy({ id, status: 'active' });
  }

  async findOwnUpload(caller: Caller, id: string): Promise<ImageEntity | null> {
    const { userId, guestId } = getOwnerIds(caller);
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

  /** The picture's owner, with the row locked until the transaction ends. Null where the picture no longer exists. */
  async findAndLockOwner(id: string, manager: EntityManager): Promise<Pick<ImageEntity, 'userId' | 'guestId'> | null> {
    const image = await manager.findOne(ImageEntity, {
      where: { id, status: 'active' },
      lock: { mode: 'pessimistic_write' },
    });
    return image && { userId: image.userId, guestId: image.guestId };
  }

  /**
   * Runs `work` while the picture can't be deleted, so that a concurrent deletion afterwards finds the files that
   * `work` writes. Returns false, without running `work`, where the picture no longer exists.
   */
  withLockedImage(id: string, work: () => Promise<void>): Promise<boolean> {
    return this.images.manager.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        `SELECT FROM images WHERE id = $1 AND status = 'active' FOR KEY SHARE`,
        [id],
      );
      if (rows.length > 0) await work();
      return rows.length > 0;
    });
  }

  /** Idempotent. */
  async reassignToUser(guestId: string, userId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE images SET user_id = $2, guest_id = NULL WHERE guest_id = $1', [guestId, userId]);
  }
}
