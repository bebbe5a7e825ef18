import { FULFILMENT_STATES, ORDER_STATUSES, type OrderStatus, PRINT_PROVIDERS } from '@shop/contracts-order';
import { MISSING_AT_PRINTER } from '../fulfilment/printer-status.rules.js';
import { findAddressLock } from './delivery-address.rules.js';

const waiting = { provider: 'printful', state: 'waiting', reason: 'Printful refused this order.' } as const;

const findLock = (
  status: OrderStatus,
  printing: Parameters<typeof findAddressLock>[1],
  returnedAt: Date | null = null,
) => findAddressLock({ status, returnedAt }, printing);

describe('findAddressLock', () => {
  it.each([
    ['created', 'unpaid'],
    ['paid', null],
    ['processing', null],
    ['shipped', 'sent'],
    ['delivered', 'sent'],
    ['cancelled', 'cancelled'],
  ] as const)('of one that is %s and not at the printer is fixed by %s', (status, by) => {
    expect([findLock(status, waiting), findLock(status, null)]).toEqual([by, by]);
  });

  it.each([
    ['change-window', null],
    ['waiting', null],
    ['submitting', 'being-handed-over'],
    ['submitted', 'at-printer'],
    ['cancelled', null],
  ] as const)('of one whose printing is %s is fixed by %s', (state, by) => {
    expect(findLock('paid', { ...waiting, state })).toBe(by);
  });

  it('lets an admin who prints by hand change the address until the order is shipped', () => {
    for (const state of FULFILMENT_STATES)
      expect(findLock('processing', { provider: 'by-hand', state, reason: null })).toBeNull();
  });

  it('allows the change if the printer lost the order and it is not shipped', () => {
    for (const status of ORDER_STATUSES) {
      const [gone, paid] = [
        { ...waiting, state: 'submitted', reason: MISSING_AT_PRINTER } as const,
        status === 'paid' || status === 'processing',
      ];
      expect(findLock(status, gone) === null).toBe(paid);
    }
  });

  it('allows the change of a sent order whose parcel is back', () => {
    for (const status of ['shipped', 'delivered'] as const)
      expect(findLock(status, { ...waiting, state: 'submitted' }, new Date())).toBeNull();
  });

  it('refuses the change if the order is unpaid or shipped, whoever prints', () => {
    for (const provider of PRINT_PROVIDERS)
      for (const state of FULFILMENT_STATES)
        for (const status of ['created', 'shipped', 'delivered', 'cancelled'] as const)
          expect(findLock(status, { provider, state, reason: null })).not.toBeNull();
  });
});
