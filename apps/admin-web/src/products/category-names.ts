import type { ProductCategory } from '@shop/contracts/catalog';

export const CATEGORY_NAMES: Readonly<Record<ProductCategory, string>> = {
  tshirt: 'T-Shirt',
  hoodie: 'Hoodie',
  'phone-case': 'Phone Case',
  'pet-tag': 'Pet Tag',
};
