/**
 * Two lines are equal (D39) where product, artwork, choices and placement are the same; equal lines are one line whose
 * quantities add up. A line whose product, size or colour is no longer sold is unavailable (D34).
 */
import type { DesignConfig, OrderItemPrint, VariantSelections } from '@shop/contracts/order';

export interface LineContent {
  productId: string;
  generatedImageId: string;
  variantSelections: VariantSelections;
  designConfig: DesignConfig;
}

/** What the read models say about a line now; modifiers are null where that choice is not sold. */
export interface LineOffer {
  title: string | null;
  imageUrl: string | null;
  basePriceCents: number | null;
  isSold: boolean;
  sizeModifierCents: number | null;
  colorModifierCents: number | null;
  artworkUrl: string | null;
  print: OrderItemPrint | null;
}

export interface CartLine extends LineContent, LineOffer {
  id: string;
  lineKey: string;
  quantity: number;
  /** The price when the line was put in. */
  unitPriceCents: number;
}

/** Only what was chosen; the order of the choices does not matter. */
export const chosen = ({ size, color }: VariantSelections): VariantSelections => ({
  ...(size === undefined ? {} : { size }),
  ...(color === undefined ? {} : { color }),
});

export function lineKeyOf({ productId, generatedImageId, variantSelections, designConfig }: LineContent): string {
  const { x, y, scale, rotation } = designConfig;
  const { size = null, color = null } = variantSelections;
  return JSON.stringify([productId, generatedImageId, size, color, x, y, scale, rotation]);
}

/** Whether the catalogue sells this product in these choices now. */
export function isOffered({ variantSelections }: Pick<LineContent, 'variantSelections'>, offer: LineOffer): boolean {
  const sizeIsSold = variantSelections.size === undefined || offer.sizeModifierCents !== null;
  const colorIsSold = variantSelections.color === undefined || offer.colorModifierCents !== null;
  return offer.isSold && offer.basePriceCents !== null && sizeIsSold && colorIsSold;
}
