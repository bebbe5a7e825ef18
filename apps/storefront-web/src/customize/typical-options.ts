import type { ProductCategory, VariantType } from '@shop/contracts/catalog';

/**
 * Typical sizes and colours of each category, as placeholders that reserve the space of the options. A product with
 * fewer options leaves space empty; one with more shifts the content below by a line.
 */
const TYPICAL_OPTIONS: Record<ProductCategory, Record<VariantType, readonly string[]>> = {
  tshirt: {
    size: ['XS', 'S', 'M', 'L', 'XL', '2XL +$2.00', '3XL +$4.00'],
    color: ['White', 'Black', 'Navy', 'Ash Grey', 'Forest', 'Mustard'],
  },
  hoodie: {
    size: ['3–4 years', '5–6 years', '7–8 years', '9–11 years', '12–13 years +$2.00'],
    color: ['Sunny Yellow', 'Sky Blue', 'Dusty Rose', 'Burgundy'],
  },
  'phone-case': {
    size: ['iPhone 15', 'iPhone 15 Pro', 'iPhone 16', 'iPhone 16 Pro', 'iPhone 17', 'iPhone 17 Pro'],
    color: ['Black', 'White', 'Sage', 'Blush'],
  },
  'pet-tag': { size: ['1 in', '1.25 in +$1.50'], color: ['Silver', 'Gold', 'Rose Gold', 'Matte Black'] },
};

const hasTypicalOptions = (category: string): category is ProductCategory => Object.hasOwn(TYPICAL_OPTIONS, category);

/** An unknown category is assumed to be like a phone case: one row of each. */
export const getTypicalOptions = (category: string): Record<VariantType, readonly string[]> =>
  TYPICAL_OPTIONS[hasTypicalOptions(category) ? category : 'phone-case'];
