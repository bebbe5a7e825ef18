import { Order } from './order.entity.js';

const order = (state: Partial<Order> = {}): Order =>
  Object.assign(new Order(), { id: 'o', status: 'created', paymentStatus: 'pending' }, state);

describe('Order', () => {
  it('becomes paid by the next attempt after a decline', () => {
    const declined = order({ paymentStatus: 'failed' });
    declined.markPaymentFailed('Your card was declined.');
    declined.markPaid(new Date(5));
    expect(declined).toMatchObject({ status: 'paid', paymentMessage: null, paidAt: new Date(5) });
  });

  it('keeps the time of the first payment attempt', () => {
    const tried = order();
    tried.markPaymentFailed('Your card was declined.', new Date(1));
    tried.markPaymentFailed('Your card has insufficient funds.', new Date(2));
    expect(tried).toMatchObject({
      paymentAttemptedAt: new Date(1),
      paymentMessage: 'Your card has insufficient funds.',
    });
  });

  it('can’t become paid twice', () => {
    const paid = order();
    paid.markPaid();
    expect(() => paid.markPaid()).toThrow('An order that is paid cannot become paid.');
  });

  it('can’t become paid once it is cancelled', () => {
    const cancelled = order({ status: 'cancelled' });
    expect(() => cancelled.markPaid()).toThrow('An order that is cancelled cannot become paid.');
  });

  it('applies the payment status of the ledger, including skipped steps', () => {
    const failed = order({ paymentStatus: 'failed' });
    failed.applyPaymentStatus('paid');
    failed.applyPaymentStatus('paid');
    failed.applyPaymentStatus('refunded');
    expect(failed.paymentStatus).toBe('refunded');
  });

  it.each([
    ['paid', 'failed'],
    ['paid', 'pending'],
    ['refunded', 'paid'],
  ] as const)('never changes the payment status from %s to %s', (from, to) => {
    expect(() => order({ paymentStatus: from }).applyPaymentStatus(to)).toThrow(
      `A payment that is ${from} cannot become ${to}.`,
    );
  });
});
