/**
 * Two cart lines are equal if product, artwork, choices and placement are equal; equal lines become one line with the
 * sum of the quantities. A line is unavailable if its product, size or colour is no longer sold, or can't be printed. A product that has
 * sizes or colours needs one of each before payment. Gift wrap would be one
 * more choice of LineContent, part of the line key here, and priced in cart-pricing.rules.ts.
 */
import { getChoiceLabel, VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';
import type {
  ArticleIds,
  DesignConfig,
  MissingChoice,
  OrderItemPrint,
  VariantIds,
  VariantSelections,
} from '@shop/contracts-order';
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
  category: string | null;
  imageUrl: string | null;
  basePriceCents: number | null;
  isSold: boolean;
  /** Of the choices that are sold. */
  variantIds: VariantIds;
  sizeModifierCents: number | null;
  colorModifierCents: number | null;
  /** What the product is sold in: sizes, colours, both or neither. */
  variantTypes: readonly VariantType[];
  artworkUrl: string | null;
  artworkSize: ArtworkSize | null;
  print: OrderItemPrint | null;
}

export interface CartLine extends LineContent, LineOffer {
  id: string;
  lineKey: string;
  quantity: number;
  /** Of the quantity: what came from an equal line with the last choice, so that a repeated request loses nothing. */
  joinedQuantity: number;
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

type Choices = Pick<LineContent, 'variantSelections'>;

export const isChoiceSold = (type: VariantType, { sizeModifierCents, colorModifierCents }: LineOffer): boolean =>
  (type === 'size' ? sizeModifierCents : colorModifierCents) !== null;

/** Whether the catalogue sells this product with these choices now. */
export const isOffered = ({ variantSelections }: Choices, offer: LineOffer): boolean =>
  offer.isSold &&
  offer.basePriceCents !== null &&
  VARIANT_TYPES.every((type) => variantSelections[type] === undefined || isChoiceSold(type, offer));

/** What must be chosen before payment: nothing is chosen although there is a choice, or the chosen one is no longer sold. */
export const listMissingChoices = ({ variantSelections }: Choices, offer: LineOffer): MissingChoice[] =>
  VARIANT_TYPES.filter(
    (type) =>
      offer.isSold &&
      offer.variantTypes.includes(type) &&
      (variantSelections[type] === undefined || !isChoiceSold(type, offer)),
  ).map((type) => ({ type, label: getChoiceLabel(type, offer.category) }));

type CanPrint = (article: ArticleIds, openTypes: readonly VariantType[]) => boolean;

/**
 * The offer without what the printer can't print: a chosen size or colour counts as not sold, and a product without any printable
 * choice, too.
 */
export function withoutUnprintable<Row extends LineOffer>(row: Row, productId: string, canPrint: CanPrint): Row {
  const { variantIds, variantTypes } = row;
  const isPrintable = (ids: VariantIds): boolean =>
    canPrint(
      { productId, variantIds: ids },
      variantTypes.filter((type) => ids[type] === undefined),
    );
  if (!row.isSold || isPrintable(variantIds)) return row;
  if (!isPrintable({})) return { ...row, isSold: false };
  const { size } = variantIds;
  const isSizePrintable = size === undefined || isPrintable({ size });
  return {
    ...row,
    ...(isSizePrintable ? { colorModifierCents: null } : { sizeModifierCents: null }),
  };
}
