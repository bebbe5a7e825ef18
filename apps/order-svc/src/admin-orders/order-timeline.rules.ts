/**
 * The order's timeline for admins: history and audit entries, newest first, each as one sentence. The text of a note
 * comes from its stored version; a missing version was erased with the customer.
 */
import { formatCents, type TimelineEntry } from '@shop/contracts-common';
import { type FulfilmentHoldKind, formatInCurrency, getOrderEmailName } from '@shop/contracts-order';
import type { AuditEntry, AuditState } from '@shop/service-kit';
import { HOLD_REASONS } from '../fulfilment/fulfilment-hold.rules.js';
import { DELIVERED_AFTER_DAYS, type HistoryEntry } from '../orders/order.rules.js';
import { describeReprintAction, describeReprintEntry, isAboutSentItems } from './reprint-timeline.rules.js';

const ERASED_TEXT = 'Erased';

const amount = (cents: number, currency?: string): string => formatInCurrency(formatCents(cents), currency);

/** For a provider's code such as `product_not_received`. */
const plain = (word: string): string => word.replaceAll('_', ' ');

const PRINT_FAILURES: Readonly<Record<string, string>> = {
  'artwork-missing': 'its artwork is gone',
  'product-unknown': 'its product is not known',
  'not-drawn': 'it could not be drawn',
};

const HOLD_ENDS: Readonly<Record<FulfilmentHoldKind, string>> = {
  dispute: 'The dispute of the payment',
  'payment-review': "The payment provider's review",
  'fraud-warning': 'The warning of fraud',
  question: 'The question to the customer',
};

function describeStatusChange({
  from,
  to,
  by,
}: {
  from: string;
  to: string;
  by?: 'customer' | 'printer' | 'refund' | 'dispute' | 'assumed-delivery';
}): string {
  if (by === 'assumed-delivery') return `No news for ${DELIVERED_AFTER_DAYS} days: taken as delivered.`;
  if (by === 'refund') return 'The order was cancelled, because all of its money went back before it was printed.';
  if (by === 'dispute')
    return "The order was cancelled, because the customer's bank took back what was left of its money before it was printed.";
  if (to === 'cancelled')
    return by ? `The order was cancelled by the ${by}.` : 'The order was cancelled, because it was not paid.';
  if (by === 'printer')
    return to === 'processing' ? 'The order went to the printer.' : `The printer says that the order was ${to}.`;
  return `The order moved from ${from} to ${to}.`;
}

function describeOpenedHold({
  kind,
  isSent,
  isAtPrinter,
}: Extract<HistoryEntry, { action: 'order.hold-opened' }>['details']): string {
  if (isSent) return `The order was sent, and ${HOLD_REASONS[kind]}.`;
  return `${isAtPrinter ? 'The order should not be printed, but the printer may have it' : 'The order is not printed for now'}: ${HOLD_REASONS[kind]}.`;
}

function describeHistoryEntry(entry: HistoryEntry): string {
  if (isAboutSentItems(entry)) return describeReprintEntry(entry);
  const { action, details } = entry;
  switch (action) {
    case 'order.placed':
      return `The order was placed: ${amount(details.totalCents)}.`;
    case 'order.paid':
      return `The order was paid: ${amount(details.totalCents)}.`;
    case 'order.payment-failed':
      return `A payment failed: ${details.message || 'no reason was given'}`;
    case 'order.payment-stopped':
      return `${details.declines} payments were declined within an hour, so the payment was cancelled. Its customer can order again an hour later.`;
    case 'order.status-changed':
      return describeStatusChange(details);
    case 'order.changed':
      return `The customer changed ${details.what.join(' and ')}.`;
    case 'order.printing-delayed':
      return `The order is not with the printer yet, or waits there: ${details.reason}`;
    case 'order.email-corrected':
      return 'The customer corrected the email address.';
    case 'order.code-entered':
      return 'The code that was sent to the email address was entered on the page of the order. That browser can change the order for an hour.';
    case 'order.parcel-sent':
      return details.isReshipment
        ? 'The printer sent a parcel again that came back.'
        : 'The printer sent one more parcel, or gave its number.';
    case 'order.tracking-corrected':
      return 'The printer corrected a tracking number.';
    case 'order.parcel-returned':
      return 'A parcel came back. The customer was asked for a better address.';
    case 'order.refunded':
      return `${amount(details.amountCents, details.currency)} went back to the customer.`;
    case 'order.refund-failed':
      return `The refund of ${amount(details.amountCents, details.currency)} failed: ${plain(details.reason)}. Please see to it at the payment provider.`;
    case 'order.amount-mismatch':
      return `${amount(details.amountCents, details.currency)} was paid, which is not the total. The order waits.`;
    case 'order.mismatch-refunded':
      return `${details.isLate ? 'No one decided about it for a day: what' : 'What'} was paid (${amount(details.amountCents, details.currency)}) goes back to the customer, and the order ends.`;
    case 'order.disputed':
      return `The customer's bank asks for ${amount(details.amountCents, details.currency)} back: ${plain(details.reason)}. Please answer at the payment provider.`;
    case 'order.dispute-closed':
      return `The dispute over ${amount(details.amountCents, details.currency)} ended: ${plain(details.outcome)}.`;
    case 'order.hold-opened':
      return describeOpenedHold(details);
    case 'order.hold-released':
      return `${HOLD_ENDS[details.kind]} ended: ${plain(details.outcome)}. It no longer stops the order.`;
    case 'order.question-answered':
      return 'The customer answered the question. The order waits until its printing is continued.';
    case 'print-file.completed':
      return `The print file of ${details.title} was made.`;
    case 'print-file.failed':
      return `There is no print file of ${details.title}: ${PRINT_FAILURES[details.reason] ?? details.reason}.`;
    case 'order.anonymised':
      return `Name, address and email were removed: ${details.isUnpaid ? 'the order was not paid' : 'the customer asked to be forgotten'}.`;
  }
}

function describeAuditEntry({ action, before, after }: AuditEntry): string {
  if (action === 'order.note-changed') {
    if (!before?.note) return 'The note was written.';
    return after?.note ? 'The note was changed.' : 'The note was removed.';
  }
  if (action === 'order.changed') return `Changed ${(after?.what as string[]).join(' and ')}.`;
  if (action === 'order.print-files-requested')
    return `The print file of ${(after?.titles as string[]).join(' and ')} was asked for again.`;
  if (action === 'order.question-asked') return 'The customer was asked a question.';
  if (action === 'order.question-closed') return 'The question was closed: the printing goes on.';
  if (action === 'order.hold-released') return `The printing may go on: ${String(after?.reason)}`;
  if (action === 'order.tracking-corrected')
    return after?.isAdded ? 'A tracking number was added.' : 'A tracking number was corrected.';
  if (action === 'order.email-requested')
    return `The email “${getOrderEmailName(String(after?.kind))}” was sent again.`;
  if (action === 'order.email-corrected') return 'The email address was corrected.';
  if (action === 'order.links-ended') return 'The links in all emails of the order were ended.';
  if (action === 'order.problem-answered') return 'The report of a problem was answered.';
  if (action.startsWith('order.reprint-')) return describeReprintAction(action, after);
  if (action === 'order.return-settled') return 'The parcel that came back was marked as settled.';
  if (action === 'order.printing-retried') return 'The printer was tried again.';
  if (action === 'order.printer-polled') return 'The printer was asked again.';
  if (action === 'order.refund-requested')
    return `${amount(Number(after?.amountCents), typeof after?.currency === 'string' ? after.currency : undefined)} ${before ? 'was asked to go back again' : 'was asked to go back'} to the customer.`;
  if (action === 'order.refund-closed') return 'A failed refund was closed: nothing is left to give back.';
  if (action === 'order.refund-retried') return 'The payment provider was asked again about a refund.';
  if (action === 'order.payment-corrected')
    return `The payment was corrected from ${String(before?.paymentStatus)} to ${String(after?.paymentStatus)}.`;
  const carrier = typeof after?.carrier === 'string' ? `, with ${after.carrier}` : '';
  return `Moved from ${String(before?.status)} to ${String(after?.status)}${carrier}.`;
}

/** The version of the note that an audit entry refers to. */
const findNoteId = (state: AuditState): string | null => (typeof state?.noteId === 'string' ? state.noteId : null);

function withNote(state: AuditState, notes: ReadonlyMap<string, string>): AuditState {
  const noteId = findNoteId(state);
  return noteId === null ? { note: null } : { note: notes.get(noteId) ?? ERASED_TEXT };
}

const withHoldReason = (state: AuditState, holdReasons: TimelineTexts['holdReasons']): AuditState =>
  typeof state?.holdId === 'string' ? { reason: holdReasons.get(state.holdId) ?? ERASED_TEXT } : state;

const fromHistory = (entry: HistoryEntry): TimelineEntry => ({
  id: entry.id,
  at: entry.at.toISOString(),
  action: entry.action,
  actor: null,
  summary: describeHistoryEntry(entry),
  before: null,
  after: { ...entry.details },
});

/** What an erasure removes, by the ids that audit entries refer to. */
export interface TimelineTexts {
  notes: ReadonlyMap<string, string>;
  holdReasons: ReadonlyMap<string, string>;
}

function fromAuditTrail(entry: AuditEntry, { notes, holdReasons }: TimelineTexts): TimelineEntry {
  const isNote = entry.action === 'order.note-changed';
  const [before, after] = isNote
    ? [withNote(entry.before, notes), withNote(entry.after, notes)]
    : [entry.before, withHoldReason(entry.after, holdReasons)];
  const summary = describeAuditEntry({ ...entry, before, after });
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    actor: entry.actor.name,
    summary,
    before,
    after,
  };
}

export function toTimeline(
  history: readonly HistoryEntry[],
  trail: readonly AuditEntry[],
  texts: TimelineTexts,
): TimelineEntry[] {
  const dated = [
    ...history.map((entry) => ({ at: entry.at, view: fromHistory(entry) })),
    ...trail.map((entry) => ({ at: entry.at, view: fromAuditTrail(entry, texts) })),
  ];
  return dated.sort((one, other) => other.at.getTime() - one.at.getTime()).map(({ view }) => view);
}
