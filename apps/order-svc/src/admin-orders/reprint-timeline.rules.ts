/** The sentences of the admins' timeline about problems with what was sent, items that are sent again, and reviews. */
import type { ProblemKind } from '@shop/contracts-order';
import type { AuditState } from '@shop/service-kit';
import { DELIVERED_AFTER_DAYS, type HistoryEntry, type OrderHistoryEvent } from '../orders/order.rules.js';

const PROBLEMS: Readonly<Record<ProblemKind, string>> = {
  misprinted: 'misprinted',
  damaged: 'damaged',
  'not-arrived': 'not arrived',
  other: 'another reason',
};

type ReprintEvent = Extract<OrderHistoryEvent, { action: `order.${'problem' | 'reprint' | 'review'}-${string}` }>;

export const isAboutSentItems = (entry: HistoryEntry): entry is HistoryEntry & ReprintEvent =>
  /^order\.(?:problem|reprint|review)-/.test(entry.action);

/** By the customer, the printer or time. */
export function describeReprintEntry({ action, details }: ReprintEvent): string {
  switch (action) {
    case 'order.review-requested':
      return 'The customer was asked for a review by email.';
    case 'order.problem-reported':
      return `The customer reported a problem: ${PROBLEMS[details.kind]}.`;
    case 'order.reprint-delayed':
      return `What is sent again does not go on: ${details.reason}`;
    case 'order.reprint-sent':
      return details.isCorrection
        ? 'The printer corrected the tracking number of what is sent again.'
        : 'The printer sent the items again.';
    case 'order.reprint-delivered':
      return details.isAssumed
        ? `No news for ${DELIVERED_AFTER_DAYS} days: what was sent again is taken as delivered.`
        : 'The printer says that what was sent again was delivered.';
  }
}

/** By an admin. */
export function describeReprintAction(action: string, after: AuditState): string {
  if (action === 'order.reprint-requested')
    return `Sent again, free of charge: ${(after?.items as string[]).join(', ')} (${PROBLEMS[after?.reason as ProblemKind]}).`;
  if (action === 'order.reprint-retried') return 'The printer was tried again for what is sent again.';
  if (action === 'order.reprint-cancelled') return 'The items are not sent again after all.';
  return after?.isCorrection
    ? 'The tracking number of what was sent again was corrected.'
    : 'The items were marked as sent again.';
}
