import type { AuditEntry } from '@shop/service-kit';
import type { HistoryEntry, OrderHistoryEvent } from '../orders/order.rules.js';
import { toCustomerTimeline } from './customer-timeline.rules.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minute));
const happened = (minute: number, happening: OrderHistoryEvent): HistoryEntry => ({
  id: String(minute),
  at: at(minute),
  ...happening,
});
const moved = (minute: number, status: string): AuditEntry => ({
  id: String(minute),
  at: at(minute),
  actor: { id: null, name: 'admin@example.com' },
  action: 'order.status-changed',
  subject: { type: 'order', id: '1' },
  before: null,
  after: { status },
});
const summarize = (
  history: HistoryEntry[],
  trail: AuditEntry[] = [],
  tracking: Parameters<typeof toCustomerTimeline>[2] = null,
) => toCustomerTimeline(history, trail, tracking).map(({ type, detail }) => (detail ? `${type}: ${detail}` : type));

describe('toCustomerTimeline', () => {
  it('lists the oldest entry first, whoever caused it', () => {
    const history = [
      happened(9, { action: 'order.refunded', details: { amountCents: 999, currency: 'usd' } }),
      happened(3, { action: 'order.changed', details: { what: ['Tee: size L', 'Tee: placement'] } }),
      happened(4, { action: 'order.status-changed', details: { from: 'paid', to: 'processing', by: 'printer' } }),
      happened(1, { action: 'order.placed', details: { totalCents: 3591 } }),
      happened(2, { action: 'order.paid', details: { totalCents: 3591 } }),
    ];
    expect(
      summarize(history, [moved(5, 'shipped'), moved(7, 'delivered')], { carrier: 'UPS', number: '1Z', url: null }),
    ).toEqual([
      'placed',
      'paid: $35.91',
      'changed: Tee: size L, Tee: placement',
      'processing',
      'shipped: UPS, 1Z',
      'delivered',
      'refunded: $9.99',
    ]);
  });

  it('shows an admin’s changes like the customer’s own', () => {
    expect(
      summarize([], [{ ...moved(1, 'paid'), action: 'order.changed', after: { what: ['the delivery address'] } }]),
    ).toEqual(['changed: the delivery address']);
  });

  it('lists failed refunds, except those refunded in another way, each in its currency', () => {
    const failed = (minute: number, reason: string) =>
      happened(minute, { action: 'order.refund-failed', details: { amountCents: 999, currency: 'eur', reason } });
    expect(
      summarize([
        happened(1, { action: 'order.refunded', details: { amountCents: 999, currency: 'eur' } }),
        failed(2, 'expired_or_canceled_card'),
        failed(3, 'more than was left'),
      ]),
    ).toEqual(['refunded: 9.99 EUR', 'refund-failed: 9.99 EUR']);
  });

  it('hides the shop’s internal entries', () => {
    const history = [
      happened(1, { action: 'order.payment-failed', details: { message: 'Your card was declined.' } }),
      happened(2, { action: 'order.printing-delayed', details: { reason: 'The printer does not answer.' } }),
      happened(3, { action: 'print-file.failed', details: { title: 'Tee', reason: 'not-drawn' } }),
      happened(4, { action: 'order.anonymised', details: {} }),
    ];
    const note = { ...moved(5, 'paid'), action: 'order.note-changed', after: { noteId: '1' } };
    expect(summarize(history, [note])).toEqual([]);
  });
});
