/** What happened to a product, in a sentence for each entry of its audit trail. */

export type ProductAction =
  | 'product.created'
  | 'product.changed'
  | 'product.activated'
  | 'product.deactivated'
  | 'product.deleted'
  | 'variant.added'
  | 'variant.changed'
  | 'variant.activated'
  | 'variant.deactivated';

type State = Readonly<Record<string, unknown>> | null;

interface Entry {
  readonly action: string;
  readonly before: State;
  readonly after: State;
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  category: 'category',
  basePrice: 'price',
  imageUrl: 'picture',
  mockupTemplateUrl: 'mock-up',
  active: 'sale',
  printArea: 'print area',
  pictureArea: 'area on the picture',
  type: 'type',
  name: 'name',
  priceModifier: 'price change',
  colorHex: 'swatch',
  position: 'place in the list',
};
/** Short values, worth reading in the sentence itself. */
const SHORT = new Set(['basePrice', 'priceModifier', 'category', 'name', 'type']);

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

function fieldChange(field: string, before: State, after: State): string {
  const label = LABELS[field] ?? field;
  return SHORT.has(field) ? `${label} from ${text(before?.[field])} to ${text(after?.[field])}` : label;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** A variant's entry always names it, by its `type` and `name` as they were; they are changes only where they differ. */
const variantOf = (state: State): string => `${text(state?.['type'])} “${text(state?.['name'])}”`;
const variantFields = (before: State, after: State): string[] =>
  Object.keys(after ?? {}).filter(
    (field) => field !== 'variantId' && (!['type', 'name'].includes(field) || before?.[field] !== after?.[field]),
  );

const SENTENCES: Readonly<Record<ProductAction, (before: State, after: State) => string>> = {
  'product.created': () => 'Made the product.',
  'product.changed': (before, after) =>
    `Changed ${listed(Object.keys(after ?? {}).map((field) => fieldChange(field, before, after)))}.`,
  'product.activated': () => 'Put the product on sale.',
  'product.deactivated': () => 'Took the product off sale.',
  'product.deleted': () => 'Deleted the product.',
  'variant.added': (_before, after) => `Added ${variantOf(after)}.`,
  'variant.changed': (before, after) =>
    `Changed ${listed(variantFields(before, after).map((field) => fieldChange(field, before, after)))} of ${variantOf(before)}.`,
  'variant.activated': (before) => `Put ${variantOf(before)} on sale.`,
  'variant.deactivated': (before) => `Took ${variantOf(before)} off sale.`,
};

const isAction = (action: string): action is ProductAction => Object.hasOwn(SENTENCES, action);

export const sentenceOf = ({ action, before, after }: Entry): string =>
  isAction(action) ? SENTENCES[action](before, after) : 'Changed the product.';

/** Putting something on sale, or taking it off, has a name of its own where nothing else changed with it. */
export function changeAction(noun: 'product' | 'variant', after: Readonly<Record<string, unknown>>): ProductAction {
  const [field, ...others] = Object.keys(after);
  if (field !== 'active' || others.length > 0) return `${noun}.changed`;
  return after['active'] === true ? `${noun}.activated` : `${noun}.deactivated`;
}
