import type { TimelineEntry } from '@shop/contracts/common';
import { toTimelineEntry, type AuditEntry, type AuditSubject } from '@shop/service-kit';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';

export const STATUS_CHANGED = 'contact.status-changed';
export const REPLIED = 'contact.replied';

export const toAuditSubject = (id: string): AuditSubject => ({ type: 'request', id });

function getSummary({ action, before, after }: AuditEntry): string {
  if (action === REPLIED) return 'Replied by e-mail.';
  return `Moved from ${String(before?.status)} to ${String(after?.status)}.`;
}

/** The changes by admins, newest first, and the receipt of the request as the last entry. */
export const toTimeline = (submission: ContactSubmissionEntity, entries: readonly AuditEntry[]): TimelineEntry[] => [
  ...entries.map((entry) => toTimelineEntry(entry, getSummary(entry))),
  {
    id: submission.id,
    at: submission.createdAt.toISOString(),
    action: 'contact.received',
    actor: null,
    summary: 'The request came in.',
    before: null,
    after: { status: 'new' },
  },
];
