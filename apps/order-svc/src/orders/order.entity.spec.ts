import { Order } from './order.entity.js';

const order = (state: Partial<Order> = {}): Order => Object.assign(new Order(), { id: 'o', status: 'created', paymentStatus: 'pending' }, state);

describe('an order', () => {
  it('is paid after a declined payment, by the next attempt', () => {
    const declined = order();
    declined.failPayment('Your card was declined.');
    declined.pay(new Date(5));
    expect(declined).toMatchObject({ status: 'paid', paymentStatus: 'paid', paymentMessage: null, paidAt: new Date(5) });
  });

  it('remembers the first time that a payment was tried', () => {
    const tried = order();
    tried.failPayment('Your card was declined.', new Date(1));
    tried.failPayment('Your card has insufficient funds.', new Date(2));
    expect(tried).toMatchObject({ paymentTriedAt: new Date(1), paymentMessage: 'Your card has insufficient funds.' });
  });

  it('is not paid twice', () => {
    const paid = order();
    paid.pay();
    expect(() => paid.pay()).toThrow('An order that is paid cannot become paid.');
  });

  it('does not fail once it is paid', () => {
    const paid = order();
    paid.pay();
    expect(() => paid.failPayment('late')).toThrow('A payment that is paid cannot become failed.');
  });

  it('is not paid once it is cancelled', () => {
    const cancelled = order({ status: 'cancelled' });
    expect(() => cancelled.pay()).toThrow('An order that is cancelled cannot become paid.');
  });

  it('is refunded only after it was paid', () => {
    expect(() => order().refund()).toThrow('A payment that is pending cannot become refunded.');
    const paid = order();
    paid.pay();
    paid.refund();
    expect(paid.paymentStatus).toBe('refunded');
  });
});
