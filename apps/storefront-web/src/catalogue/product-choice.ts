import type { Product, Variant, VariantType } from '@shop/contracts/catalog';
import { formatCents, parseCents } from '@shop/contracts/common';
import type { VariantSelections } from '@shop/contracts/order';
import * as z from 'zod/mini';

/** What is chosen on /customize: the product, size and colour by name. */
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

export function productChoiceReducer(choice: ProductChoice, event: ProductChoiceAction): ProductChoice {
  switch (event.type) {
    case 'product chosen':
      // Another product has other sizes and colours.
      return event.productId === choice.productId
        ? choice
        : { ...choice, productId: event.productId, size: null, color: null };
    case 'size chosen':
      return { ...choice, size: event.size };
    case 'color chosen':
      return { ...choice, color: event.color };
  }
}

const chosen = (variants: readonly Variant[], type: VariantType, name: string | null): Variant | undefined =>
  name === null ? undefined : variants.find((variant) => variant.type === type && variant.name === name);

/** What an artwork is laid on. */
export interface PrintableProduct {
  /** Without a category there are few presets. */
  product: Pick<Product, 'title' | 'overlayUrl' | 'pictureArea'> & { category?: Product['category'] };
  color: Pick<Variant, 'name'> | undefined;
  pictureUrl: string | null;
  printArea: Product['printArea'];
}

export interface ChosenProduct extends PrintableProduct {
  product: Product;
  size: Variant | undefined;
  color: Variant | undefined;
  /** Base price and the modifiers of what is chosen (D20), for show: the server charges its own. */
  unitPrice: string;
}

/** The choice against the catalogue. Null while no product is chosen, or when the chosen one is no longer sold. */
export function resolveProductChoice(
  choice: ProductChoice,
  products: readonly Product[],
  variants: readonly Variant[],
): ChosenProduct | null {
  const product = products.find(({ id }) => id === choice.productId);
  if (!product) return null;
  const size = chosen(variants, 'size', choice.size);
  const color = chosen(variants, 'color', choice.color);
  const modifiers = [size, color].reduce(
    (cents, variant) => cents + (variant ? parseCents(variant.priceModifier) : 0),
    0,
  );
  return {
    product,
    size,
    color,
    unitPrice: formatCents(parseCents(product.basePrice) + modifiers),
    pictureUrl: color?.imageUrl ?? product.imageUrl,
    printArea: size?.printArea ?? product.printArea,
  };
}

/** Size and colour are sent only if chosen (spec, section 5). */
export function variantSelections({ size, color }: ChosenProduct): VariantSelections {
  return { ...(size && { size: size.name }), ...(color && { color: color.name }) };
}
