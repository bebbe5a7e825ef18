import { Controller } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { type EventContext, OnEvent } from '@shop/messaging';
import { artworkCompleted } from '@shop/contracts/art';
import { userRegistered } from '@shop/contracts/identity';
import { LOCK_GUEST } from '../guests/guest-claims.service.js';
import { CatalogueRepository } from './catalogue.repository.js';

@Controller()
export class CatalogueConsumer {
  constructor(private readonly catalogue: CatalogueRepository) {}

  @OnEvent(productSaved, { keepLatest: true })
  async onProductSaved(
    { data }: EventEnvelope<EventPayload<typeof productSaved>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.catalogue.save(manager, data);
  }

  @OnEvent(productDeleted, { keepLatest: true })
  async onProductDeleted(
    { data }: EventEnvelope<EventPayload<typeof productDeleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.catalogue.markDeleted(manager, data.productId);
  }
}

/**
 * An artwork that a guest requested before the sign-in belongs to the user; an artwork of an erased user is not stored.
 */
const SAVE_ARTWORK = `
  INSERT INTO artworks (id, user_id, guest_id, url, width_px, height_px)
  SELECT $1, COALESCE($2::uuid, claim.user_id), CASE WHEN claim.user_id IS NULL THEN $3::uuid END, $4, $5, $6
  FROM (SELECT 1) AS one LEFT JOIN guest_claims claim ON claim.guest_id = $3::uuid
  WHERE NOT EXISTS (SELECT 1 FROM user_erasures e WHERE e.user_id = COALESCE($2::uuid, claim.user_id))
  ON CONFLICT (id) DO NOTHING`;

@Controller()
export class ArtworksConsumer {
  @OnEvent(artworkCompleted)
  async onArtworkCompleted(
    { data }: EventEnvelope<EventPayload<typeof artworkCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { imageId, userId, guestId, url, width, height } = data;
    // Without this lock, an artwork and a claim that commit at the same time would not see each other.
    if (guestId) await manager.query(LOCK_GUEST, [guestId]);
    await manager.query(SAVE_ARTWORK, [imageId, userId, guestId, url, width, height]);
  }
}

/** Ignores an old event of a user whose account was erased. */
const SAVE_ACCOUNT = `
  INSERT INTO accounts (id, email) SELECT $1::uuid, $2 WHERE NOT EXISTS (SELECT 1 FROM user_erasures WHERE user_id = $1::uuid) ON CONFLICT (id) DO NOTHING`;

@Controller()
export class AccountsConsumer {
  @OnEvent(userRegistered)
  async onUserRegistered(
    { data }: EventEnvelope<EventPayload<typeof userRegistered>>,
    { manager }: EventContext,
  ): Promise<void> {
    await manager.query(SAVE_ACCOUNT, [data.userId, data.email]);
  }
}
