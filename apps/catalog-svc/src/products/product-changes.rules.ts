/** Rules of a change: which fields differ, its summary in the timeline, and what an admin reads whose page was outdated. */
import { isDeepStrictEqual } from 'node:util';

export type Fields = Readonly<Record<string, unknown>>;
type State = Fields | null;

/** Returns the fields that differ, with old and new values for the audit trail; null if nothing changed. Both arguments must have the same fields. */
export function findChangedFields(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return null;
  const pick = (fields: Fields): Fields => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: pick(before), after: pick(after) };
}

/** Whether a creation that the audit trail has was asked for with these fields. Fields of `stored` that `fields` lacks count as equal. */
export const wasCreatedWith = (stored: State, fields: Fields): boolean =>
  stored !== null &&
  Object.entries(fields).every(([field, value]) => isDeepStrictEqual(stored[field] ?? null, toJson(value ?? null)));

/** The audit trail stores JSON. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export type ProductAction =
  | 'product.created'
  | 'product.changed'
  | 'product.activated'
  | 'product.deactivated'
  | 'product.deleted'
  | 'product.moved'
  | 'product.copied'
  | 'variant.added'
  | 'variant.changed'
  | 'variant.activated'
  | 'variant.deactivated';

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
  cost: 'cost',
  imageUrl: 'picture',
  mockupTemplateUrl: 'mock-up',
  active: 'sale',
  printArea: 'print area',
  pictureArea: 'area on the picture',
  details: 'texts of the page',
  type: 'type',
  name: 'name',
  priceModifier: 'price change',
  colorHex: 'swatch',
  position: 'place in the list',
};
/** Fields whose values are short enough for the summary. */
const FIELDS_WITH_VALUES = new Set(['basePrice', 'cost', 'priceModifier', 'category', 'name', 'type']);

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

function describeFieldChange(field: string, before: State, after: State): string {
  const label = LABELS[field] ?? field;
  return FIELDS_WITH_VALUES.has(field) ? `${label} from ${text(before?.[field])} to ${text(after?.[field])}` : label;
}

const joinWithAnd = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** An entry about a variant always contains its former `type` and `name`, which are changes only if they differ. */
const describeVariant = (state: State): string => `${text(state?.['type'])} “${text(state?.['name'])}”`;
const listChangedFields = (before: State, after: State): string[] =>
  Object.keys(after ?? {}).filter(
    (field) => field !== 'variantId' && (!['type', 'name'].includes(field) || before?.[field] !== after?.[field]),
  );

const SUMMARIES: Readonly<Record<ProductAction, (before: State, after: State) => string>> = {
  'product.created': () => 'Made the product.',
  'product.changed': (before, after) =>
    `Changed ${joinWithAnd(Object.keys(after ?? {}).map((field) => describeFieldChange(field, before, after)))}.`,
  'product.activated': () => 'Put the product on sale.',
  'product.deactivated': () => 'Took the product off sale.',
  'product.deleted': () => 'Deleted the product.',
  'product.copied': (_before, after) => `Made the product as a copy of “${text(after?.['copiedTitle'])}”.`,
  'product.moved': (_before, after) => `Placed the product ${text(after?.['side'])} “${text(after?.['title'])}”.`,
  'variant.added': (_before, after) => `Added ${describeVariant(after)}.`,
  'variant.changed': (before, after) =>
    `Changed ${joinWithAnd(listChangedFields(before, after).map((field) => describeFieldChange(field, before, after)))} of ${describeVariant(before)}.`,
  'variant.activated': (before) => `Put ${describeVariant(before)} on sale.`,
  'variant.deactivated': (before) => `Took ${describeVariant(before)} off sale.`,
};

const isAction = (action: string): action is ProductAction => Object.hasOwn(SUMMARIES, action);

/** One line for an entry of a product's audit trail. */
export const getSummary = ({ action, before, after }: Entry): string =>
  isAction(action) ? SUMMARIES[action](before, after) : 'Changed the product.';

/** A change of `active` alone has its own action. */
export function changeAction(noun: 'product' | 'variant', after: Readonly<Record<string, unknown>>): ProductAction {
  const [field, ...others] = Object.keys(after);
  if (field !== 'active' || others.length > 0) return `${noun}.changed`;
  return after['active'] === true ? `${noun}.activated` : `${noun}.deactivated`;
}

/** A move changes the list, not what a form shows. */
export const changesFields = (noun: 'product' | 'variant', action: string): boolean =>
  action.startsWith(`${noun}.`) && action !== 'product.moved';

/** The newest change of a product or variant, if its caller can't have seen it. */
export type UnseenChange = Entry & { readonly actor: { readonly name: string } };

/** What the second of two admins reads. `change` is absent for a version that never was. */
export function describeConflict(noun: 'product' | 'variant', change: UnseenChange | undefined): string {
  const thing = noun === 'product' ? 'product' : 'size or color';
  const advice = 'Please look at it again; nothing was changed now.';
  return change
    ? `${change.actor.name} has changed this ${thing} in between (“${getSummary(change)}”). ${advice}`
    : `This ${thing} has changed in between. ${advice}`;
}
