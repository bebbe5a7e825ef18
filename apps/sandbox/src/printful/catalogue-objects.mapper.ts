import { formatCents } from '@shop/contracts-common';
import type { Product, Variant } from './catalogue.js';

/** As `GET /products` lists it. */
export const toProductObject = (product: Product, variants: readonly Variant[]) => ({
  id: product.id,
  type: product.type,
  type_name: product.title.split(' | ')[0] ?? product.title,
  title: product.title,
  brand: product.brand,
  model: product.model,
  variant_count: variants.length,
  currency: 'USD',
  files: [{ id: product.placement, type: product.placement, title: 'Print file', additional_price: null }],
  options: [],
  is_discontinued: variants.every(({ isDiscontinued }) => isDiscontinued),
});

export const toVariantObject = (variant: Variant) => {
  const { id, product, size, color, colorCode, priceCents, isInStock, isDiscontinued } = variant;
  return {
    id,
    product_id: product.id,
    name: toVariantName(variant),
    size,
    color,
    color_code: colorCode,
    price: formatCents(priceCents),
    in_stock: isInStock && !isDiscontinued,
    availability_status: [{ region: 'US', status: toAvailability(variant) }],
  };
};

/** `Unisex Staple T-Shirt (Black / M)` */
export function toVariantName({ product, color, size }: Variant): string {
  const choice = [color, size].filter(Boolean).join(' / ');
  return choice ? `${product.title} (${choice})` : product.title;
}

function toAvailability({ isInStock, isDiscontinued }: Variant): 'in_stock' | 'out_of_stock' | 'discontinued' {
  if (isDiscontinued) return 'discontinued';
  return isInStock ? 'in_stock' : 'out_of_stock';
}

/** As `GET /mockup-generator/printfiles/{id}` answers. */
export const toPrintFilesObject = ({ id, placement, printFile }: Product, variants: readonly Variant[]) => ({
  product_id: id,
  available_placements: { [placement]: 'Print file' },
  printfiles: [{ printfile_id: id, ...printFile, fill_mode: 'fit', can_rotate: false }],
  variant_printfiles: variants.map((variant) => ({ variant_id: variant.id, placements: { [placement]: id } })),
});
