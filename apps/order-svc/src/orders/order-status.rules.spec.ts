import { ORDER_STATUSES, type OrderStatus } from '@shop/contracts/order';
import { canAdminChangeStatus, canChangeStatus } from './order-status.rules.js';

const ALLOWED = new Set([
  'created→paid',
  'created→cancelled',
  'paid→processing',
  'paid→cancelled',
  'processing→shipped',
  'processing→cancelled',
  'shipped→delivered',
]);
const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to): [OrderStatus, OrderStatus] => [from, to]));

describe('order status', () => {
  it.each(pairs)('allows %s → %s only for the documented changes', (from, to) => {
    expect(canChangeStatus(from, to)).toBe(ALLOWED.has(`${from}→${to}`));
  });

  it.each(pairs)('allows an admin %s → %s for the same changes except paid', (from, to) => {
    expect(canAdminChangeStatus(from, to)).toBe(to !== 'paid' && ALLOWED.has(`${from}→${to}`));
  });
});
