import type { artworkCompleted } from '@shop/contracts-art';
import type { userRegistered } from '@shop/contracts-identity';
import { findSoldOutChoice, type VariantIds, type VariantSelections } from '@shop/contracts-order';
import { LOCK_GUEST } from '../guests/guest-claims.repository.js';
import { Injectable } from '@nestjs/common';
import { type EventPayload, parseCents } from '@shop/contracts-common';
import type { productSaved } from '@shop/contracts-catalog';
import type { EntityManager } from 'typeorm';

const SAVE_PRODUCT = `
  INSERT INTO catalogue_products (id, title, category, image_url, base_price_cents, active, print_area, picture_area, overlay_url)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (id) DO UPDATE SET title = excluded.title, category = excluded.category, image_url = excluded.image_url,
    base_price_cents = excluded.base_price_cents, active = excluded.active, print_area = excluded.print_area, picture_area = excluded.picture_area,
    overlay_url = excluded.overlay_url, deleted_at = NULL`;

const SAVE_VARIANTS = `
  INSERT INTO catalogue_variants (id, product_id, type, name, price_modifier_cents, image_url, active, print_area, position)
  SELECT id, $1, type, name, price_modifier_cents, image_url, active, print_area, position
  FROM jsonb_to_recordset($2::jsonb) AS v (id uuid, type text, name text, price_modifier_cents bigint, image_url text, active boolean, print_area jsonb, position integer)`;

/**
 * An artwork that a guest requested before the sign-in belongs to the user; an artwork of an erased user is not stored.
 */
const SAVE_ARTWORK = `
  INSERT INTO artworks (id, user_id, guest_id, url, width_px, height_px, printed_box, style_key)
  SELECT $1, COALESCE($2::uuid, claim.user_id), CASE WHEN claim.user_id IS NULL THEN $3::uuid END, $4, $5, $6, $7, $8
  FROM (SELECT 1) AS one LEFT JOIN guest_claims claim ON claim.guest_id = $3::uuid
  WHERE NOT EXISTS (SELECT 1 FROM user_erasures e WHERE e.user_id = COALESCE($2::uuid, claim.user_id))
  ON CONFLICT (id) DO UPDATE SET style_key = excluded.style_key WHERE artworks.style_key IS NULL`;

/**
 * Of items that were ordered before styles were recorded. The lock of their orders makes figures by style count an order that is paid at the same time
 * with its style.
 */
const SAVE_ITEM_STYLE = `
  WITH locked AS (SELECT id FROM orders WHERE id IN (SELECT order_id FROM order_items WHERE generated_image_id = $1 AND style_key IS NULL) ORDER BY id FOR UPDATE)
  UPDATE order_items SET style_key = $2 WHERE generated_image_id = $1 AND style_key IS NULL AND order_id IN (SELECT id FROM locked)`;

/** Ignores an old event of a user whose account was erased. */
const SAVE_ACCOUNT = `
  INSERT INTO accounts (id, email) SELECT $1::uuid, $2 WHERE NOT EXISTS (SELECT 1 FROM user_erasures WHERE user_id = $1::uuid) ON CONFLICT (id) DO NOTHING`;

const CLOSE_VARIANT = `
  UPDATE catalogue_variants SET active = false WHERE product_id = $1 AND type = $2 AND (id = $3 OR name = $4)`;
const CLOSE_PRODUCT = 'UPDATE catalogue_products SET active = false WHERE id = $1';

/**
 * The service's copy of other services' data, from the newest event.
 */
@Injectable()
export class ReadModelsRepository {
  async saveProduct(manager: EntityManager, { product, variants }: EventPayload<typeof productSaved>): Promise<void> {
    const {
      id,
      title,
      category,
      kind = category,
      imageUrl,
      basePrice,
      active,
      printArea,
      pictureArea,
      overlayUrl,
    } = product;
    const areas = [JSON.stringify(printArea), JSON.stringify(pictureArea), overlayUrl ?? null];
    await manager.query(SAVE_PRODUCT, [id, title, kind, imageUrl, parseCents(basePrice), active, ...areas]);
    await manager.query('DELETE FROM catalogue_variants WHERE product_id = $1', [id]);
    const rows = variants.map((variant, position) => ({
      id: variant.id,
      type: variant.type,
      name: variant.name,
      price_modifier_cents: parseCents(variant.priceModifier),
      image_url: variant.imageUrl,
      active: variant.active,
      print_area: variant.printArea,
      position,
    }));
    if (rows.length > 0) await manager.query(SAVE_VARIANTS, [id, JSON.stringify(rows)]);
  }

  /** Title and picture stay for carts that contain the product. */
  async markProductDeleted(manager: EntityManager, productId: string): Promise<void> {
    await manager.query('UPDATE catalogue_products SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL', [
      productId,
    ]);
  }

  async saveArtwork(manager: EntityManager, artwork: EventPayload<typeof artworkCompleted>): Promise<void> {
    const { imageId, userId, guestId, url, width, height, printedBox, styleKey } = artwork;
    // Without this lock, an artwork and a claim that commit at the same time would not see each other.
    if (guestId) await manager.query(LOCK_GUEST, [guestId]);
    const box = printedBox && JSON.stringify(printedBox);
    await manager.query(SAVE_ARTWORK, [imageId, userId, guestId, url, width, height, box, styleKey]);
    await manager.query(SAVE_ITEM_STYLE, [imageId, styleKey]);
  }

  async saveAccount(manager: EntityManager, { userId, email }: EventPayload<typeof userRegistered>): Promise<void> {
    await manager.query(SAVE_ACCOUNT, [userId, email]);
  }

  /** The article is not sold any more, until catalog-svc does the same and publishes the product. */
  async closeArticle(
    manager: EntityManager,
    article: { productId: string; variantSelections: VariantSelections; variantIds: VariantIds },
  ): Promise<void> {
    const choice = findSoldOutChoice(article);
    if (!choice) {
      await manager.query(CLOSE_PRODUCT, [article.productId]);
      return;
    }
    const { type, id = null, name = null } = choice;
    await manager.query(CLOSE_VARIANT, [article.productId, type, id, name]);
  }
}
