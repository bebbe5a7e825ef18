import type { AuditEntry } from '@shop/service-kit';
import type { HistoryEntry, OrderHistoryEvent } from '../orders/order.rules.js';
import { toTimeline } from './order-timeline.rules.js';

const orderId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';
const at = (second: number): Date => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
const happened = (second: number, happening: OrderHistoryEvent): HistoryEntry => ({
  ...happening,
  id: `history-${second}`,
  at: at(second),
});
const changed = (second: number, change: Pick<AuditEntry, 'action' | 'before' | 'after'>): AuditEntry => ({
  ...change,
  id: `audit-${second}`,
  at: at(second),
  actor: { id: null, name: 'ada@example.com' },
  subject: { type: 'order', id: orderId },
});

const NO_TEXTS = { notes: new Map<string, string>(), holdReasons: new Map<string, string>() };

describe('history entries', () => {
  it.each<[OrderHistoryEvent, string]>([
    [{ action: 'order.placed', details: { totalCents: 3_591 } }, 'The order was placed: $35.91.'],
    [{ action: 'order.paid', details: { totalCents: 3_591 } }, 'The order was paid: $35.91.'],
    [
      { action: 'order.payment-failed', details: { message: 'Your card was declined.' } },
      'A payment failed: Your card was declined.',
    ],
    [{ action: 'order.payment-failed', details: { message: '' } }, 'A payment failed: no reason was given'],
    [
      { action: 'order.status-changed', details: { from: 'created', to: 'cancelled' } },
      'The order was cancelled, because it was not paid.',
    ],
    [
      { action: 'order.status-changed', details: { from: 'shipped', to: 'delivered' } },
      'The order moved from shipped to delivered.',
    ],
    [
      { action: 'order.refunded', details: { amountCents: 3_591, currency: 'usd' } },
      '$35.91 went back to the customer.',
    ],
    [
      { action: 'print-file.completed', details: { title: 'Classic T-shirt', dpi: 240 } },
      'The print file of Classic T-shirt was made.',
    ],
    [
      { action: 'print-file.failed', details: { title: 'Mug', reason: 'product-unknown' } },
      'There is no print file of Mug: its product is not known.',
    ],
    [
      { action: 'print-file.failed', details: { title: 'Mug', reason: 'else' } },
      'There is no print file of Mug: else.',
    ],
    [
      { action: 'order.hold-opened', details: { kind: 'payment-review', isAtPrinter: false } },
      'The order is not printed for now: the payment provider reviews the payment.',
    ],
    [
      { action: 'order.hold-opened', details: { kind: 'fraud-warning', isAtPrinter: true } },
      "The order should not be printed, but the printer may have it: the card's bank warns of fraud.",
    ],
    [
      { action: 'order.hold-released', details: { kind: 'dispute', outcome: 'warning_closed' } },
      'The dispute of the payment ended: warning closed. It no longer stops the order.',
    ],
    [
      { action: 'order.anonymised', details: {} },
      'Name, address and email were removed: the customer asked to be forgotten.',
    ],
    [
      { action: 'order.anonymised', details: { isUnpaid: true } },
      'Name, address and email were removed: the order was not paid.',
    ],
  ])('describes %j as "%s"', (happening, summary) => {
    expect(toTimeline([happened(1, happening)], [], NO_TEXTS)).toEqual([
      {
        id: 'history-1',
        at: at(1).toISOString(),
        action: happening.action,
        actor: null,
        summary,
        before: null,
        after: happening.details,
      },
    ]);
  });
});

describe('audit entries', () => {
  const notes = new Map([
    ['one', 'Leave it at the door'],
    ['two', 'Ring twice'],
  ]);
  const note = (before: string | null, after: string | null) =>
    changed(1, { action: 'order.note-changed', before: { noteId: before }, after: { noteId: after } });

  it('describe a change without its content', () => {
    expect(
      toTimeline(
        [],
        [changed(1, { action: 'order.changed', before: null, after: { what: ['the delivery address'] } })],
        NO_TEXTS,
      ),
    ).toMatchObject([{ actor: 'ada@example.com', summary: 'Changed the delivery address.' }]);
  });

  it.each([
    ['hold-1', 'The printing may go on: The customer called us'],
    ['hold-of-an-erased-customer', 'The printing may go on: Erased'],
  ])('describe the decision about %s as "%s"', (holdId, summary) => {
    const decision = changed(1, { action: 'order.hold-released', before: { holds: ['dispute'] }, after: { holdId } });
    const holdReasons = new Map([['hold-1', 'The customer called us']]);
    expect(toTimeline([], [decision], { ...NO_TEXTS, holdReasons })).toMatchObject([{ summary }]);
  });

  it.each([
    [{ status: 'paid' }, { status: 'processing' }, 'Moved from paid to processing.'],
    [{ status: 'processing' }, { status: 'shipped', carrier: 'UPS' }, 'Moved from processing to shipped, with UPS.'],
  ])('describe the change from %j to %j as "%s"', (before, after, summary) => {
    const [entry] = toTimeline([], [changed(1, { action: 'order.status-changed', before, after })], {
      ...NO_TEXTS,
      notes,
    });
    expect(entry).toEqual({
      id: 'audit-1',
      at: at(1).toISOString(),
      action: 'order.status-changed',
      actor: 'ada@example.com',
      summary,
      before,
      after,
    });
  });

  it.each([
    [null, 'one', 'The note was written.', { note: null }, { note: 'Leave it at the door' }],
    ['one', 'two', 'The note was changed.', { note: 'Leave it at the door' }, { note: 'Ring twice' }],
    ['two', null, 'The note was removed.', { note: 'Ring twice' }, { note: null }],
    ['gone', 'gone too', 'The note was changed.', { note: 'Erased' }, { note: 'Erased' }],
  ])('describe the note\'s change from version %s to %s as "%s"', (from, to, summary, before, after) => {
    expect(toTimeline([], [note(from, to)], { ...NO_TEXTS, notes })).toMatchObject([{ summary, before, after }]);
  });
});

it('the newest entry comes first, whoever caused it', () => {
  const history = [
    happened(5, { action: 'order.refunded', details: { amountCents: 1, currency: 'usd' } }),
    happened(1, { action: 'order.placed', details: { totalCents: 1 } }),
  ];
  const trail = [
    changed(4, { action: 'order.status-changed', before: { status: 'paid' }, after: { status: 'cancelled' } }),
  ];
  expect(toTimeline(history, trail, NO_TEXTS).map(({ id }) => id)).toEqual(['history-5', 'audit-4', 'history-1']);
});
