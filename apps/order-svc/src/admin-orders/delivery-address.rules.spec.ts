import { FULFILMENT_STATES, ORDER_STATUSES, PRINT_PROVIDERS } from '@shop/contracts/order';
import { GONE_AT_PRINTER } from '../fulfilment/printer-verdict.rules.js';
import { addressFixedBy } from './delivery-address.rules.js';

const waiting = { provider: 'printful', state: 'waiting', reason: 'Printful refused this order.' } as const;

describe('the delivery address of an order', () => {
  it.each([
    ['created', 'unpaid'],
    ['paid', null],
    ['processing', null],
    ['shipped', 'sent'],
    ['delivered', 'sent'],
    ['cancelled', 'cancelled'],
  ] as const)('of one that is %s and not at the printer is fixed by %s', (status, by) => {
    expect([addressFixedBy(status, waiting), addressFixedBy(status, null)]).toEqual([by, by]);
  });

  it.each([
    ['held', null],
    ['waiting', null],
    ['submitting', 'being-handed-over'],
    ['submitted', 'at-printer'],
    ['cancelled', null],
  ] as const)('of one whose printing is %s is fixed by %s', (state, by) => {
    expect(addressFixedBy('paid', { ...waiting, state })).toBe(by);
  });

  it('is an admin’s to change until the parcel is sent, where an admin prints', () => {
    for (const state of FULFILMENT_STATES)
      expect(addressFixedBy('processing', { provider: 'by-hand', state, reason: null })).toBeNull();
  });

  it('may be changed where the printer has lost the order, and is not sent yet', () => {
    for (const status of ORDER_STATUSES) {
      const [gone, paid] = [
        { ...waiting, state: 'submitted', reason: GONE_AT_PRINTER } as const,
        status === 'paid' || status === 'processing',
      ];
      expect(addressFixedBy(status, gone) === null).toBe(paid);
    }
  });

  it('is never changed of what is not paid, or on its way, whoever prints', () => {
    for (const provider of PRINT_PROVIDERS)
      for (const state of FULFILMENT_STATES)
        for (const status of ['created', 'shipped', 'delivered', 'cancelled'] as const)
          expect(addressFixedBy(status, { provider, state, reason: null })).not.toBeNull();
  });
});
