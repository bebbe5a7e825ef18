/**
 * Several changes of one order as one letter tells them: everything that was changed, named once, and the order as it is after the last. A size
 * that was changed again is not named any more, since nothing of it is printed; order-svc words it `title: size L`.
 */
import type { Order } from '@shop/contracts/order';
import type { Changers } from '../letters/letter-props.js';

type OrderedItems = Pick<Order, 'items'>;

export interface OrderChange {
  order: OrderedItems;
  /** In plain words. */
  what: readonly string[];
  /** Of the event that told of it. */
  sequence?: number;
  /** When it is told at the earliest, ISO 8601. */
  gatheredUntil?: string;
  by?: Changers;
}

const sizeWords = (title: string, size = ''): string => `${title}: size ${size}`;

/** Two items may have one title, so that it is the order that knows which sizes there are. */
export function stillTrue(what: readonly string[], { items }: OrderedItems): string[] {
  const sizes = new Set(items.map(({ title, variantSelections: { size } }) => sizeWords(title, size)));
  const isOutdated = (words: string): boolean =>
    !sizes.has(words) && items.some(({ title }) => words.startsWith(sizeWords(title)));
  const all = [...new Set(what)];
  const kept = all.filter((words) => !isOutdated(words));
  return kept.length > 0 ? kept : all;
}

const sequenceOf = ({ sequence = 0 }: OrderChange): number => sequence;

/** In whatever order they were heard. */
export function foldChanges<Change extends OrderChange>(changes: readonly [Change, ...Change[]]): Change {
  const inOrder = changes.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  const last = inOrder.at(-1) ?? changes[0];
  const [gatheredUntil] = changes.flatMap((change) => change.gatheredUntil ?? []).sort();
  const changers = new Set(changes.map(({ by = 'customer' }) => by));
  const by = changers.size === 1 ? last.by : 'both';
  return {
    ...last,
    by,
    what: stillTrue(
      inOrder.flatMap(({ what }) => what),
      last.order,
    ),
    gatheredUntil,
  };
}
