import { ORDER_STATUSES, type OrderStatus } from '@shop/contracts-order';
import { type EmailSubject, listTrueEmails } from './order-emails.rules.js';

const subject = (status: OrderStatus, change: Partial<EmailSubject['order']> = {}): EmailSubject => ({
  order: {
    status,
    paymentStatus: 'paid',
    paidAt: status === 'created' ? null : new Date(),
    email: 'pat@example.com',
    anonymisedAt: null,
    tracking: null,
    returnedAt: null,
    ...change,
  },
  isOutOfStock: false,
  hasOpenQuestion: false,
  hasChanges: false,
  hasRefund: false,
});

describe('the emails that can be sent again', () => {
  it('say what the order is now', () => {
    expect(ORDER_STATUSES.map((status) => listTrueEmails(subject(status)))).toEqual([
      [],
      ['order-confirmed'],
      ['order-confirmed', 'order-printing'],
      ['order-confirmed', 'order-shipped'],
      ['order-confirmed', 'order-delivered'],
      ['order-cancelled'],
    ]);
    expect(listTrueEmails(subject('created', { paymentStatus: 'failed' }))).toEqual(['order-unpaid']);
    const back = { tracking: { carrier: 'UPS', number: '1Z', url: null }, returnedAt: new Date() };
    expect(listTrueEmails(subject('shipped', back))).toEqual([
      'order-confirmed',
      'order-shipped',
      'order-parcel',
      'order-returned',
    ]);
    const busy = { isOutOfStock: true, hasOpenQuestion: true, hasChanges: true, hasRefund: true };
    expect(listTrueEmails({ ...subject('paid'), ...busy })).toEqual([
      'order-confirmed',
      'order-changed',
      'order-out-of-stock',
      'order-question',
      'order-refunded',
    ]);
    expect(listTrueEmails({ ...subject('cancelled'), hasChanges: true, hasRefund: true })).toEqual([
      'order-cancelled',
      'order-refunded',
    ]);
  });

  it('are none without an email, and none after the erasure', () => {
    expect(listTrueEmails(subject('paid', { email: null }))).toEqual([]);
    expect(listTrueEmails(subject('paid', { anonymisedAt: new Date() }))).toEqual([]);
  });
});
