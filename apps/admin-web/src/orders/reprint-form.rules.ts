/** Validation of a reprint, and what an admin must know before the same items are sent once more. */
import {
  type DisplayedAdminReprint,
  type ItemQuantities,
  problemKindSchema,
  requestReprintRequestSchema,
  type ShippingAddress,
  toAddressFormSchema,
} from '@shop/contracts-order';
import * as z from 'zod/mini';

const { items, note } = requestReprintRequestSchema.shape;

export interface ReprintFields {
  /** Those that are chosen. */
  items: ItemQuantities;
  /** Empty: not chosen yet. */
  reason: string;
  note: string;
  /** Null: the order's. */
  address: ShippingAddress | null;
}

/** `languages`: those in which an admin may write a country. */
export const createReprintFormSchema = (languages: readonly string[]) =>
  z.object({
    items,
    reason: z.pipe(z.string().check(z.minLength(1, 'Please choose a reason')), problemKindSchema),
    note,
    address: z.nullable(toAddressFormSchema(languages)),
  });
export type ReprintForm = z.output<ReturnType<typeof createReprintFormSchema>>;

/** No more than was ordered; nothing for zero. */
export function withQuantity(chosen: ItemQuantities, orderItemId: string, quantity: number): ItemQuantities {
  const others = chosen.filter((item) => item.orderItemId !== orderItemId);
  return quantity > 0 ? [...others, { orderItemId, quantity }] : others;
}

interface OrderedItem {
  id: string;
  quantity: number;
}

/** A report may name what was not ordered, if it is of another server. */
export const limitToOrdered = (reported: ItemQuantities, ordered: readonly OrderedItem[]): ItemQuantities =>
  ordered.flatMap(({ id, quantity }) => {
    const item = reported.find(({ orderItemId }) => orderItemId === id);
    return item ? [{ orderItemId: id, quantity: Math.min(item.quantity, quantity) }] : [];
  });

/** Earlier reprints of the chosen items, which the server wants to be named. */
export const listRepeated = <Earlier extends Pick<DisplayedAdminReprint, 'state' | 'items'>>(
  reprints: readonly Earlier[],
  chosen: ItemQuantities,
): Earlier[] =>
  reprints.filter(
    (reprint) =>
      reprint.state !== 'cancelled' &&
      reprint.items.some(({ orderItemId }) => chosen.some((item) => item.orderItemId === orderItemId)),
  );
