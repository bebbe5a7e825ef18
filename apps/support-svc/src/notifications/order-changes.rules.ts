/**
 * Merges several changes of an order for one email: each change is named once, with the order as it is after the last change. A size or
 * colour that was changed again is left out. order-svc writes them as `title: size L`, `title: model iPhone 17` and `title: color Red`.
 */
import { getChoiceLabel, VARIANT_TYPES } from '@shop/contracts-catalog';
import type { Order, OrderItem, VariantSelections } from '@shop/contracts-order';
import type { ChangedBy } from '../emails/email-props.js';

type OrderedItems = Pick<Order, 'items'>;

export interface OrderChange {
  order: OrderedItems;
  /** Readable texts, written by order-svc. */
  changes: readonly string[];
  /** Sequence of the event. */
  sequence?: number;
  /** The earliest time of sending, ISO 8601. */
  gatheredUntil?: string;
  by?: ChangedBy;
}

const toChoiceTexts = ({ title, category }: OrderItem, names: VariantSelections = {}): string[] =>
  VARIANT_TYPES.map((type) => `${title}: ${getChoiceLabel(type, category)} ${names[type] ?? ''}`);

/** Removes duplicates and outdated choices. Two items may have the same title, so the choices are compared with the order's items. */
export function selectCurrentChanges(changes: readonly string[], { items }: OrderedItems): string[] {
  const choices = new Set(items.flatMap((item) => toChoiceTexts(item, item.variantSelections)));
  const isOutdated = (change: string): boolean =>
    !choices.has(change) && items.some((item) => toChoiceTexts(item).some((text) => change.startsWith(text)));
  const all = [...new Set(changes)];
  const current = all.filter((change) => !isOutdated(change));
  return current.length > 0 ? current : all;
}

const getSequence = ({ sequence = 0 }: OrderChange): number => sequence;

/** The changes may be in any order. */
export function mergeChanges<Change extends OrderChange>(changes: readonly [Change, ...Change[]]): Change {
  const inOrder = changes.toSorted((first, second) => getSequence(first) - getSequence(second));
  const last = inOrder.at(-1) ?? changes[0];
  const [gatheredUntil] = changes.flatMap((change) => change.gatheredUntil ?? []).sort();
  const changedBy = new Set(changes.map(({ by = 'customer' }) => by));
  const by = changedBy.size === 1 ? last.by : 'both';
  return {
    ...last,
    by,
    changes: selectCurrentChanges(
      inOrder.flatMap((change) => change.changes),
      last.order,
    ),
    gatheredUntil,
  };
}
