/**
 * Two admins changed one product. A field that only the other one changed takes the other's value; a field both changed keeps
 * what was typed here, and is shown with both values, so that nothing is lost without a word.
 */
import type { FieldName, ProductFields } from './product-fields.rules.js';

/** Fields that are one thing to a person. */
const PARTS: readonly { label: string; names: readonly FieldName[]; words: (fields: ProductFields) => string }[] = [
  { label: 'Title', names: ['title'], words: ({ title }) => title },
  { label: 'Description', names: ['description'], words: ({ description }) => description },
  { label: 'Category', names: ['category'], words: ({ category }) => category },
  { label: 'Base Price', names: ['basePrice'], words: ({ basePrice }) => basePrice },
  { label: 'Image URL', names: ['imageUrl'], words: ({ imageUrl }) => imageUrl },
  { label: 'Mockup Template URL', names: ['mockupTemplateUrl'], words: ({ mockupTemplateUrl }) => mockupTemplateUrl },
  {
    label: 'Print area',
    names: ['printArea', 'printWidth', 'printHeight', 'printShape'],
    words: (fields) =>
      fields.printArea === 'default'
        ? 'default'
        : `${fields.printWidth} × ${fields.printHeight} px, ${fields.printShape}`,
  },
  {
    label: 'Area on the picture',
    names: ['pictureArea', 'pictureX', 'pictureY', 'pictureWidth', 'pictureHeight'],
    words: (fields) =>
      fields.pictureArea === 'default'
        ? 'default'
        : `${fields.pictureWidth} × ${fields.pictureHeight} % at ${fields.pictureX}, ${fields.pictureY} %`,
  },
];

export interface Difference {
  label: string;
  theirs: string;
  mine: string;
  /** The other's fields, to be taken over after all; null where they were taken already. */
  take: Partial<ProductFields> | null;
}

export interface Merged {
  fields: ProductFields;
  differences: Difference[];
}

const pick = (from: ProductFields, names: readonly FieldName[]): Partial<ProductFields> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** `base`: what the form began with; `mine`: what stands in it; `theirs`: what the shop has now. */
export function mergeProduct(base: ProductFields, mine: ProductFields, theirs: ProductFields): Merged {
  const fields = { ...mine };
  const differences: Difference[] = [];
  for (const { label, names, words } of PARTS) {
    const [was, here, there] = [words(base), words(mine), words(theirs)];
    if (here === was || here === there) Object.assign(fields, pick(theirs, names));
    if (there === was || there === here) continue;
    differences.push({ label, theirs: there, mine: here, take: here === was ? null : pick(theirs, names) });
  }
  return { fields, differences };
}
