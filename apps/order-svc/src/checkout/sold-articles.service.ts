import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderItem } from '../orders/order-item.entity.js';
import { PrintCatalogueService } from '../print-catalogue/print-catalogue.service.js';

/** A choice is found by its id, because the same article may have another name now. */
const HAS_UNSOLD_ITEM = `
  SELECT EXISTS (
    SELECT FROM order_items i LEFT JOIN catalogue_products p ON p.id = i.product_id
    WHERE i.order_id = $1 AND (
      (p.active AND p.deleted_at IS NULL) IS NOT TRUE
      OR EXISTS (
        SELECT FROM jsonb_each_text(i.variant_ids) choice LEFT JOIN catalogue_variants v ON v.id = choice.value::uuid
        WHERE v.active IS NOT TRUE))
  ) AS "hasUnsoldItem"`;

/** Whether the articles of an order are still sold. */
@Injectable()
export class SoldArticlesService {
  constructor(private readonly printCatalogue: PrintCatalogueService) {}

  /** `items`: all of the order's. */
  async areAllSold(manager: EntityManager, orderId: string, items: readonly OrderItem[]): Promise<boolean> {
    if (!items.every((item) => this.printCatalogue.canPrint(item))) return false;
    const [row] = await manager.query<{ hasUnsoldItem: boolean }[]>(HAS_UNSOLD_ITEM, [orderId]);
    return row?.hasUnsoldItem === false;
  }
}
