import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@shop/contracts/common';
import { parseCents } from '@shop/contracts/common';
import type { productSaved } from '@shop/contracts/catalog';
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

/** The catalogue data that carts need, from the newest event. */
@Injectable()
export class CatalogueRepository {
  async save(manager: EntityManager, { product, variants }: EventPayload<typeof productSaved>): Promise<void> {
    const { id, title, category, imageUrl, basePrice, active, printArea, pictureArea, overlayUrl } = product;
    const areas = [JSON.stringify(printArea), JSON.stringify(pictureArea), overlayUrl ?? null];
    await manager.query(SAVE_PRODUCT, [id, title, category, imageUrl, parseCents(basePrice), active, ...areas]);
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
  async markDeleted(manager: EntityManager, productId: string): Promise<void> {
    await manager.query('UPDATE catalogue_products SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL', [
      productId,
    ]);
  }
}
