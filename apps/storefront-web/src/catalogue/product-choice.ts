import {
  continuesGround,
  getChoiceLabel,
  getDefaultPrintArea,
  VARIANT_TYPES,
  type DisplayedProduct,
  type DisplayedVariant,
  type PictureArea,
  type PrintArea,
  type VariantType,
} from '@shop/contracts-catalog';
import { formatCents, parseCents } from '@shop/contracts-common';
import { computeUnitPriceCents, type VariantSelections } from '@shop/contracts-order';
import { fitIntoPicture, SCALE_SENSE, type ScaleSense } from '@shop/placement';
import * as z from 'zod/mini';

/** The selection on /customize: the product by id, size and colour by name. */
export const productChoiceSchema = z.object({
  productId: z.nullable(z.string()),
  size: z.nullable(z.string()),
  color: z.nullable(z.string()),
});
export type ProductChoice = z.infer<typeof productChoiceSchema>;

export type ProductChoiceAction =
  | { type: 'product chosen'; productId: string }
  | { type: 'size chosen'; size: string | null }
  | { type: 'color chosen'; color: string | null };

export function productChoiceReducer(choice: ProductChoice, action: ProductChoiceAction): ProductChoice {
  switch (action.type) {
    case 'product chosen':
      // Another product has other sizes and colours.
      return action.productId === choice.productId
        ? choice
        : { ...choice, productId: action.productId, size: null, color: null };
    case 'size chosen':
      return { ...choice, size: action.size };
    case 'color chosen':
      return { ...choice, color: action.color };
  }
}

export const capitalize = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/** `+$2.00`; null if the variant costs the base price. */
export function formatModifier({ priceModifier }: Pick<DisplayedVariant, 'priceModifier'>): string | null {
  if (/^-?0+\.00$/.test(priceModifier)) return null;
  return priceModifier.startsWith('-') ? `−$${priceModifier.slice(1)}` : `+$${priceModifier}`;
}

/** `2XL (+$2.00)` */
export function formatVariant(variant: Pick<DisplayedVariant, 'name' | 'priceModifier'>): string {
  const modifier = formatModifier(variant);
  return modifier === null ? variant.name : `${variant.name} (${modifier})`;
}

const findVariant = (
  variants: readonly DisplayedVariant[],
  type: VariantType,
  name: string | null,
): DisplayedVariant | undefined =>
  name === null ? undefined : variants.find((variant) => variant.type === type && variant.name === name);

/** The product data that a preview and its presets need. */
export interface PrintableProduct {
  /** An ordered product may be gone from the catalogue; then its category is unknown. */
  product: Pick<DisplayedProduct, 'title' | 'overlayUrl'> & { category?: DisplayedProduct['category'] };
  color: Pick<DisplayedVariant, 'name'> | undefined;
  pictureUrl: string | null;
  pictureArea: PictureArea;
  printArea: PrintArea;
  /** What scale 100 means: for an ordered item, what it meant when it was ordered. */
  scaleSense: ScaleSense;
  /** The whole area is printed: the artwork's ground is continued where the artwork does not reach. */
  continuesGround: boolean;
}

export interface ChosenProduct extends PrintableProduct {
  product: DisplayedProduct;
  size: DisplayedVariant | undefined;
  color: DisplayedVariant | undefined;
  /** Base price plus the modifiers of the chosen variants. For display only: the server computes the charged price. */
  unitPrice: string;
}

/** Looks the choice up in the catalogue. Null while no product is chosen, or if the chosen one is no longer sold. */
export function resolveProductChoice(
  choice: ProductChoice,
  products: readonly DisplayedProduct[],
  variants: readonly DisplayedVariant[],
): ChosenProduct | null {
  const product = products.find(({ id }) => id === choice.productId);
  if (!product) return null;
  const size = findVariant(variants, 'size', choice.size);
  const color = findVariant(variants, 'color', choice.color);
  const modifiers = [size, color].flatMap((variant) => (variant ? [parseCents(variant.priceModifier)] : []));
  const printArea = size?.printArea ?? product.printArea ?? getDefaultPrintArea(product.category, size?.name);
  return {
    product,
    size,
    color,
    unitPrice: formatCents(computeUnitPriceCents(parseCents(product.basePrice), modifiers)),
    pictureUrl: color?.imageUrl ?? product.imageUrl,
    pictureArea: product.pictureArea ?? fitIntoPicture(printArea),
    printArea,
    scaleSense: SCALE_SENSE,
    continuesGround: continuesGround(product.category),
  };
}

/** What can still be chosen, as shoppers call it. */
export const listOpenChoices = (
  { product, size, color }: ChosenProduct,
  variants: readonly DisplayedVariant[],
): string[] =>
  VARIANT_TYPES.filter(
    (type) => (type === 'size' ? size : color) === undefined && variants.some((variant) => variant.type === type),
  ).map((type) => getChoiceLabel(type, product.category));

/** Size and colour are sent only if they are chosen (spec, section 5). */
export function toVariantSelections({ size, color }: ChosenProduct): VariantSelections {
  return { ...(size && { size: size.name }), ...(color && { color: color.name }) };
}
