/**
 * Two cart lines are equal if product, artwork, choices and placement are equal; equal lines become one line with the
 * sum of the quantities. A line is unavailable if its product, size or colour is no longer sold. Gift wrap would be one
 * more choice of LineContent, part of the line key here, and priced in cart-pricing.rules.ts.
 */
import type { DesignConfig, OrderItemPrint, VariantSelections } from '@shop/contracts/order';
import type { ScaleSense } from '@shop/placement';
import type { ArtworkSize } from './placement.rules.js';

export interface LineContent {
  productId: string;
  generatedImageId: string;
  variantSelections: VariantSelections;
  designConfig: DesignConfig;
  scaleSense: ScaleSense;
}

/** The current state of the read models for a line. A modifier is null if that choice is not sold. */
export interface LineOffer {
  title: string | null;
  imageUrl: string | null;
  basePriceCents: number | null;
  isSold: boolean;
  sizeModifierCents: number | null;
  colorModifierCents: number | null;
  artworkUrl: string | null;
  artworkSize: ArtworkSize | null;
  print: OrderItemPrint | null;
}

export interface CartLine extends LineContent, LineOffer {
  id: string;
  lineKey: string;
  quantity: number;
  /** The price when the line was added. */
  unitPriceCents: number;
}

/** Drops choices that are undefined, so that two lines with the same choices compare as equal. */
export const normalizeSelections = ({ size, color }: VariantSelections): VariantSelections => ({
  ...(size === undefined ? {} : { size }),
  ...(color === undefined ? {} : { color }),
});

export function computeLineKey({
  productId,
  generatedImageId,
  variantSelections,
  designConfig,
  scaleSense,
}: LineContent): string {
  const { x, y, scale, rotation } = designConfig;
  const { size = null, color = null } = variantSelections;
  return JSON.stringify([productId, generatedImageId, size, color, x, y, scale, rotation, scaleSense]);
}

/** Whether the catalogue sells this product with these choices now. */
export function isOffered({ variantSelections }: Pick<LineContent, 'variantSelections'>, offer: LineOffer): boolean {
  const sizeIsSold = variantSelections.size === undefined || offer.sizeModifierCents !== null;
  const colorIsSold = variantSelections.color === undefined || offer.colorModifierCents !== null;
  return offer.isSold && offer.basePriceCents !== null && sizeIsSold && colorIsSold;
}
