import {
  toEventCategory,
  type AdminProduct,
  type AdminVariant,
  type Product,
  type ProductDetails,
  type ProductPage,
  type ProductRating,
  type productSaved,
  type Variant,
} from '@shop/contracts-catalog';
import { formatCents, type EventPayload } from '@shop/contracts-common';
import { findOverlayUrl } from '@shop/product-pictures';
import { getAreas, hasStoredDefault } from './product-areas.rules.js';
import type { ProductEntity } from './product.entity.js';
import type { ProductVariantEntity } from './product-variant.entity.js';

/** The list of products has no details. */
export type ProductRow = Omit<ProductEntity, 'deletedAt' | 'costCents' | 'details'> & {
  /** Absent: not asked for. */
  isSoldOut?: boolean;
};
export type AdminProductRow = ProductRow & Pick<ProductEntity, 'costCents' | 'details'>;
export type VariantRow = ProductVariantEntity;

const formatCost = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));

/** What shoppers and other services get. */
export const toProduct = (row: ProductRow): Product => ({
  id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  basePrice: formatCents(row.basePriceCents),
  imageUrl: row.imageUrl,
  mockupTemplateUrl: row.mockupTemplateUrl,
  active: row.active,
  createdAt: row.createdAt.toISOString(),
  ...getAreas(row),
  overlayUrl: findOverlayUrl(row.imageUrl),
  version: row.version,
  slug: row.slug ?? row.id,
  ...(row.isSoldOut && { isSoldOut: true }),
});

const NO_DETAILS: ProductDetails = { material: null, care: null, printed: null, backImageUrl: null, sizeTable: [] };

export const toProductPage = (
  row: AdminProductRow,
  variants: readonly VariantRow[],
  rating: ProductRating,
): ProductPage => ({
  ...toProduct(row),
  details: row.details ?? NO_DETAILS,
  variants: variants.map(toVariant),
  rating,
});

/** `order-svc` has released versions that refuse a category they do not know. */
export const toEventProduct = (row: ProductRow): EventPayload<typeof productSaved>['product'] => ({
  ...toProduct(row),
  category: toEventCategory(row.category),
  kind: row.category,
});

export const toAdminProduct = (row: AdminProductRow): AdminProduct => ({
  ...toProduct(row),
  cost: formatCost(row.costCents),
  details: row.details,
  hasOwnPrintArea: row.printArea !== null && !hasStoredDefault(row),
  hasOwnPictureArea: row.pictureArea !== null,
});

export const toVariant = (row: VariantRow): Variant => ({
  id: row.id,
  productId: row.productId,
  name: row.name,
  type: row.type,
  priceModifier: formatCents(row.priceModifierCents),
  active: row.active,
  colorHex: row.colorHex,
  imageUrl: row.imageUrl,
  printArea: row.printArea,
});

export const toAdminVariant = (row: VariantRow): AdminVariant => ({
  ...toVariant(row),
  position: row.position,
  version: row.version,
});

/** The fields that the audit trail compares. */
export const toProductFields = (row: AdminProductRow): Record<string, unknown> => ({
  title: row.title,
  description: row.description,
  category: row.category,
  basePrice: formatCents(row.basePriceCents),
  cost: formatCost(row.costCents),
  imageUrl: row.imageUrl,
  mockupTemplateUrl: row.mockupTemplateUrl,
  active: row.active,
  printArea: row.printArea,
  pictureArea: row.pictureArea,
  details: row.details,
});

export const toVariantFields = (row: VariantRow): Record<string, unknown> => ({
  type: row.type,
  name: row.name,
  priceModifier: formatCents(row.priceModifierCents),
  active: row.active,
  colorHex: row.colorHex,
  imageUrl: row.imageUrl,
  printArea: row.printArea,
  position: row.position,
});
