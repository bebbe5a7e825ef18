/**
 * Merges concurrent changes of two admins. A field that only the other admin changed takes the other's value. A field
 * that both changed keeps the value typed here, and both values are reported.
 */
import type { FieldName, ProductFields } from './product-fields.rules.js';

/** Fields that are merged as one. */
const MERGE_UNITS: readonly {
  label: string;
  names: readonly FieldName[];
  toText: (fields: ProductFields) => string;
}[] = [
  { label: 'Title', names: ['title'], toText: ({ title }) => title },
  { label: 'Description', names: ['description'], toText: ({ description }) => description },
  { label: 'Category', names: ['category'], toText: ({ category }) => category },
  { label: 'Base Price', names: ['basePrice'], toText: ({ basePrice }) => basePrice },
  { label: 'Cost', names: ['cost'], toText: ({ cost }) => cost },
  { label: 'Image URL', names: ['imageUrl'], toText: ({ imageUrl }) => imageUrl },
  { label: 'Mockup Template URL', names: ['mockupTemplateUrl'], toText: ({ mockupTemplateUrl }) => mockupTemplateUrl },
  { label: 'Material', names: ['material'], toText: ({ material }) => material },
  { label: 'Care', names: ['care'], toText: ({ care }) => care },
  { label: 'What is printed', names: ['printed'], toText: ({ printed }) => printed },
  { label: 'Size table', names: ['sizeTable'], toText: ({ sizeTable }) => sizeTable },
  { label: 'Back Picture URL', names: ['backImageUrl'], toText: ({ backImageUrl }) => backImageUrl },
  {
    label: 'Print area',
    names: ['printArea', 'printWidth', 'printHeight', 'printShape'],
    toText: (fields) =>
      fields.printArea === 'default'
        ? 'default'
        : `${fields.printWidth} × ${fields.printHeight} px, ${fields.printShape}`,
  },
  {
    label: 'Area on the picture',
    names: ['pictureArea', 'pictureX', 'pictureY', 'pictureWidth', 'pictureHeight'],
    toText: (fields) =>
      fields.pictureArea === 'default'
        ? 'default'
        : `${fields.pictureWidth} × ${fields.pictureHeight} % at ${fields.pictureX}, ${fields.pictureY} %`,
  },
];

export interface FieldDifference {
  label: string;
  theirs: string;
  mine: string;
  /** The other admin's values, to be applied on request; null when they are already applied. */
  theirFields: Partial<ProductFields> | null;
}

export interface MergeResult {
  fields: ProductFields;
  differences: FieldDifference[];
}

const pickFields = (from: ProductFields, names: readonly FieldName[]): Partial<ProductFields> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** `base`: initial values of the form; `mine`: its current values; `theirs`: the values on the server. */
export function mergeProduct(base: ProductFields, mine: ProductFields, theirs: ProductFields): MergeResult {
  const fields = { ...mine };
  const differences: FieldDifference[] = [];
  for (const { label, names, toText } of MERGE_UNITS) {
    const [baseText, mineText, theirsText] = [toText(base), toText(mine), toText(theirs)];
    if (mineText === baseText || mineText === theirsText) Object.assign(fields, pickFields(theirs, names));
    if (theirsText === baseText || theirsText === mineText) continue;
    differences.push({
      label,
      theirs: theirsText,
      mine: mineText,
      theirFields: mineText === baseText ? null : pickFields(theirs, names),
    });
  }
  return { fields, differences };
}
