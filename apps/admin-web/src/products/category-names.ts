import type { ProductCategory } from '@shop/contracts/catalog';
import type { Open } from '@shop/contracts/common';

const CATEGORY_NAMES: Readonly<Record<ProductCategory, string>> = {
  tshirt: 'T-Shirt',
  hoodie: 'Hoodie',
  'phone-case': 'Phone Case',
  'pet-tag': 'Pet Tag',
};

const isKnownCategory = (category: Open<ProductCategory>): category is ProductCategory =>
  Object.hasOwn(CATEGORY_NAMES, category);

/** A category of a newer server is shown as it is. */
export const getCategoryName = (category: Open<ProductCategory>): string =>
  isKnownCategory(category) ? CATEGORY_NAMES[category] : category;

export const getCategoryVariant = (category: Open<ProductCategory>): 'secondary' | 'outline' =>
  isKnownCategory(category) ? 'secondary' : 'outline';
