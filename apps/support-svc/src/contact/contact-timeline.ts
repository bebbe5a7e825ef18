import type { TimelineEntry } from '@shop/contracts/common';
import { toTimelineEntry, type AuditEntry, type AuditSubject } from '@shop/service-kit';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';

export const STATUS_CHANGED = 'contact.status-changed';
export const REPLIED = 'contact.replied';

export const auditSubjectOf = (id: string): AuditSubject => ({ type: 'request', id });

function summaryOf({ action, before, after }: AuditEntry): string {
  if (action === REPLIED) return 'Replied by e-mail.';
  return `Moved from ${String(before?.status)} to ${String(after?.status)}.`;
}

/** What admins did to a request, newest first, and at the end that it came. */
export const timelineOf = (submission: ContactSubmissionEntity, entries: readonly AuditEntry[]): TimelineEntry[] => [
  ...entries.map((entry) => toTimelineEntry(entry, summaryOf(entry))),
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
