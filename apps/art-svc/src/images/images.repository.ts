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

/** A picture as `/media` sends it. Photos are private, unless a published review shows them. */
export type MediaImage = ServedImage & { readonly isPublic: boolean };
export type NewImage = Omit<ImageEntity, 'url' | 'status' | 'createdAt' | 'reviewAt'> & { reviewAt?: Date };

/** Condition on a row of `images`. */
const IS_IN_REVIEW = 'EXISTS (SELECT FROM review_photos WHERE image_id = images.id AND is_public)';

@Injectable()
export class ImagesRepository {
  constructor(@InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>) {}

  async insert(image: NewImage, manager: EntityManager = this.images.manager): Promise<void> {
    await manager.insert(ImageEntity, { ...image, metadata: image.metadata as object, url: getImageUrl(image.id) });
  }

  /**
   * The picture where the caller may see it: a photo its owner and admins, and everybody in a published review; any other picture each caller who knows its address. Runs for
   * each served picture; TypeORM's mapping would take longer than the query itself.
   */
  async findVisible(caller: Caller, id: string): Promise<MediaImage | null> {
    const { userId, guestId } = getOwnerIds(caller);
    const isAdmin = caller.kind === 'user' && caller.role === 'admin';
    const [image] = await this.images.query<MediaImage[]>(
      `SELECT id, mime_type AS "mimeType", type <> 'upload' OR ${IS_IN_REVIEW} AS "isPublic" FROM images
       WHERE id = $1 AND status = 'active' AND (type <> 'upload' OR $2 OR user_id = $3 OR guest_id = $4 OR ${IS_IN_REVIEW})`,
      [id, isAdmin, userId, guestId],
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
