import type { CustomerOrder } from '@shop/contracts/order';
import { followEvents } from '../../event-stream.js';
import { orderCall, shownOrderSchema, type OrderAccess } from './get-order.js';

const FIRST_REOPEN_MS = 2_000;
const LAST_REOPEN_MS = 60_000;

interface Listener {
  onOrder: (order: CustomerOrder) => void;
  onConnection?: (isOpen: boolean) => void;
}

/** Follows an order by its stream until the returned function is called. */
export const followOrder = (access: OrderAccess, { onOrder, onConnection }: Listener): (() => void) =>
  followEvents({
    address: orderCall(access, '/live'),
    event: 'order',
    schema: shownOrderSchema,
    onNews: onOrder,
    onConnection,
    reopenMs: (refusals) => Math.min(LAST_REOPEN_MS, FIRST_REOPEN_MS * 2 ** (refusals - 1)),
  });
