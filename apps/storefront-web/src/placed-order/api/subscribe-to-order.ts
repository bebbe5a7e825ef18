import { customerOrderReader, type DisplayedCustomerOrder } from '@shop/contracts/order';
import { subscribeToEvents } from '../../event-stream.js';
import { getOrderApiPath, type OrderAccess } from './get-order.js';

const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 60_000;

interface Listener {
  onOrder: (order: DisplayedCustomerOrder) => void;
  onConnectionChange?: (isOpen: boolean) => void;
}

/** Follows the event stream of an order until the returned function is called. */
export const subscribeToOrder = (access: OrderAccess, { onOrder, onConnectionChange }: Listener): (() => void) =>
  subscribeToEvents({
    url: getOrderApiPath(access, '/live'),
    eventType: 'order',
    schema: customerOrderReader,
    onEvent: onOrder,
    onConnectionChange,
    retryDelayMs: (rejections) => Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** (rejections - 1)),
  });
