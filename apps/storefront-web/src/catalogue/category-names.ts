const CATEGORY_NAMES: ReadonlyMap<string, string> = new Map([
  ['tshirt', 'T-Shirt'],
  ['hoodie', 'Hoodie'],
  ['phone-case', 'Phone Case'],
  ['pet-tag', 'Pet Tag'],
]);

export const isKnownCategory = (category: string): boolean => CATEGORY_NAMES.has(category);

/** An unknown category is displayed as its text. */
export const getCategoryName = (category: string): string => CATEGORY_NAMES.get(category) ?? category;
