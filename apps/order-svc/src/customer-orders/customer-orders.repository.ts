import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';
import { formatCents } from '@shop/contracts-common';
import {
  computeUnitPriceCents,
  type OrderItemPrint,
  type OrderPrint,
  type VariantIds,
  type VariantSelections,
} from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import { InjectDataSource } from '@nestjs/typeorm';
import { type LineOffer, isOffered, normalizeSelections } from '../carts/cart-line.rules.js';
import { computeUnitPrice } from '../carts/cart-pricing.rules.js';
import { PrintCatalogueService } from '../print-catalogue/print-catalogue.service.js';
import { SELECT_OFFER, toOfferValues } from '../carts/offer.sql.js';
import type { OwnerIds } from '../guests/owner-ids.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { choiceNotSold, priceTooHigh, productNotSold } from './customer-order.errors.js';
import type { ArtworkSize } from '../carts/placement.rules.js';
import { computePriceRefund, isPriceAccepted } from './item-change.rules.js';

const SELECT_ITEM_OFFER = SELECT_OFFER({ first: 1, userId: 'NULL::uuid', guestId: 'NULL::uuid' });

/** Sizes and colours that the catalogue sells now, in its order. Of two with one name the lower id is used, as in a cart. */
const SELECT_SOLD_VARIANTS = `
  SELECT id, product_id AS "productId", type, name, price_modifier_cents AS "priceModifierCents" FROM (
    SELECT DISTINCT ON (v.product_id, v.type, v.name) v.* FROM catalogue_variants v
    WHERE v.product_id = ANY($1) AND v.active ORDER BY v.product_id, v.type, v.name, v.id) sold
  ORDER BY position, name`;

interface SoldVariant {
  id: string;
  productId: string;
  type: VariantType;
  name: string;
  priceModifierCents: number;
}

const SELECT_SOLD = `
  SELECT id, base_price_cents AS "basePriceCents" FROM catalogue_products WHERE id = ANY($1) AND active AND deleted_at IS NULL`;

const SELECT_ARTWORK_SIZES =
  'SELECT id, width_px AS "widthPx", height_px AS "heightPx", printed_box AS "printedBox" FROM artworks WHERE id = ANY($1)';

const FIND_ARTWORK = `
  SELECT id, url, COALESCE(user_id = $2, false) OR COALESCE(guest_id = $3, false) AS "isOwn" FROM artworks WHERE id = $1`;

const SELECT_NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`;

export interface ItemArtwork {
  id: string;
  url: string | null;
}

/** `isOwn`: it belongs to the caller. */
export interface CallerArtwork extends ItemArtwork {
  isOwn: boolean;
}

/**
 * The catalogue's offers for an ordered item (the choices that a customer can change it to, and one of them) and the sizes of its
 * artwork.
 */
@Injectable()
export class CustomerOrdersRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printCatalogue: PrintCatalogueService,
  ) {}

  /** Price, picture and print data of these choices. Throws `conflict` if they are not sold, or cost more than was paid. */
  async getOffer(
    manager: EntityManager,
    item: OrderItem,
    selections: VariantSelections,
  ): Promise<{ priceCents: number; variantIds: VariantIds; imageUrl: string | null; print: OrderItemPrint | null }> {
    const content = { ...item, variantSelections: selections };
    const [offer] = await manager.query<LineOffer[]>(SELECT_ITEM_OFFER, toOfferValues(content));
    if (!offer?.isSold) throw productNotSold();
    if (!isOffered(content, offer) || !this.printCatalogue.canPrint({ ...item, ...offer })) throw choiceNotSold();
    const priceCents = computeUnitPrice(offer);
    if (!isPriceAccepted(item, priceCents)) throw priceTooHigh();
    // In the same colour it keeps the picture that was ordered.
    const imageUrl = selections.color === item.variantSelections.color ? item.imageUrl : offer.imageUrl;
    const print = offer.print && { ...offer.print, pictureUrl: imageUrl };
    return { priceCents, variantIds: offer.variantIds, imageUrl, print };
  }

  /**
   * By item id: the sizes and colours that cost at most what was paid. Includes the chosen ones, even if they are no longer
   * sold, unless they are out of stock. `remainingCents`: what remains of the payment.
   */
  async listChoices(
    items: readonly OrderItem[],
    remainingCents: number,
  ): Promise<Map<string, Pick<OrderPrint, 'choices' | 'isSold'>>> {
    const productIds = items.map(({ productId }) => productId);
    const [products, variants] = await Promise.all([
      this.dataSource.query<{ id: string; basePriceCents: number }[]>(SELECT_SOLD, [productIds]),
      this.dataSource.query<SoldVariant[]>(SELECT_SOLD_VARIANTS, [productIds]),
    ]);
    const basePrices = new Map(products.map(({ id, basePriceCents }) => [id, basePriceCents]));
    return new Map(
      items.map((item) => {
        const basePriceCents = basePrices.get(item.productId) ?? null;
        const sold = variants.filter(({ productId }) => productId === item.productId);
        const canPrint = (variantIds: VariantIds) => this.printCatalogue.canPrint({ ...item, variantIds });
        const offer = { basePriceCents, variants: sold, canPrint, remainingCents };
        return [item.id, { choices: toChoices(item, offer), isSold: basePriceCents !== null }];
      }),
    );
  }

  /** Null where the artwork was erased, or its event has not arrived. */
  async findArtworkSize(manager: EntityManager, id: string): Promise<ArtworkSize | null> {
    const [row] = await manager.query<(ArtworkSize & { id: string })[]>(SELECT_ARTWORK_SIZES, [[id]]);
    return row ?? null;
  }

  /** Null: its event has not arrived, or it was erased. */
  async findArtwork(id: string, { userId, guestId }: OwnerIds): Promise<CallerArtwork | null> {
    const [row] = await this.dataSource.query<CallerArtwork[]>(FIND_ARTWORK, [id, userId, guestId]);
    return row ?? null;
  }

  async listArtworkSizes(items: readonly OrderItem[]): Promise<Map<string, ArtworkSize>> {
    const rows = await this.dataSource.query<(ArtworkSize & { id: string })[]>(SELECT_ARTWORK_SIZES, [
      items.map(({ generatedImageId }) => generatedImageId),
    ]);
    return new Map(rows.map(({ id, ...size }) => [id, size]));
  }

  /** The clock is the same for all instances. Whatever was committed before this moment is in the data read afterwards. */
  async getDatabaseTime(): Promise<string> {
    const [row] = await this.dataSource.query<{ now: string }[]>(SELECT_NOW);
    if (!row) throw new Error('The database has no clock');
    return row.now;
  }
}

type Choices = OrderPrint['choices'];

interface ItemOffer {
  /** Null: the product is not sold. */
  basePriceCents: number | null;
  variants: readonly SoldVariant[];
  canPrint: (variantIds: VariantIds) => boolean;
  remainingCents: number;
}

function toChoices(item: OrderItem, offer: ItemOffer): Choices {
  const present = normalizeSelections(item.variantSelections);
  const sold = listSoldChoices(item, offer);
  const isPresent = ({ selections }: Choices[number]): boolean => isDeepStrictEqual(selections, present);
  if (item.isOutOfStock) return sold.filter((choice) => !isPresent(choice));
  return sold.some(isPresent) ? sold : [{ selections: present, refund: formatCents(0) }, ...sold];
}

/** Each size in each colour that can be printed and whose price is accepted. */
function listSoldChoices(item: OrderItem, { basePriceCents, variants, canPrint, remainingCents }: ItemOffer): Choices {
  if (basePriceCents === null) return [];
  const [sizes, colors] = VARIANT_TYPES.map((type) => {
    const ofType = variants.filter((variant) => variant.type === type);
    return ofType.length > 0 ? ofType : [null];
  });
  return (sizes ?? []).flatMap((size) =>
    (colors ?? []).flatMap((color) => {
      const modifiers = [size, color].map((variant) => variant?.priceModifierCents ?? 0);
      const priceCents = computeUnitPriceCents(basePriceCents, modifiers);
      if (!isPriceAccepted(item, priceCents) || !canPrint({ size: size?.id, color: color?.id })) return [];
      const selections = normalizeSelections({ size: size?.name, color: color?.name });
      return [{ selections, refund: formatCents(computePriceRefund(item, priceCents, remainingCents)) }];
    }),
  );
}
