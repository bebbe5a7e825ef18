import type { TimelineEntry } from '@shop/contracts-common';
import type { ContactReply, ContactSubmission } from '@shop/contracts-support';
import { toTimelineEntry, type AuditEntry, type AuditSubject } from '@shop/service-kit';
import { formatContactVersion } from './contact-version.rules.js';
import type { ContactReplyEntity } from './contact-reply.entity.js';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';

type ContactSubmissionRow = Pick<ContactSubmissionEntity, Exclude<keyof ContactSubmission, 'version'>>;

export const toContactSubmission = (
  { id, name, email, subject, message, status, createdAt }: ContactSubmissionRow,
  replyCount: number,
): ContactSubmission => ({
  id,
  name,
  email,
  subject,
  message,
  status,
  createdAt: createdAt.toISOString(),
  version: formatContactVersion({ status, replyCount }),
});

export const toContactReply = ({ id, message, author, createdAt }: ContactReplyEntity): ContactReply => ({
  id,
  message,
  author,
  createdAt: createdAt.toISOString(),
});

/** The subject of all events of a contact request. */
export const toEventSubject = (id: string): string => `contact/${id}`;

/** Idempotency keys of emails about contact requests. */
export const receiptEmailKey = (submissionId: string): string => `request-received/${submissionId}`;
export const replyEmailKey = (replyId: string): string => `request-answered/${replyId}`;

export const STATUS_CHANGED = 'contact.status-changed';
export const REPLIED = 'contact.replied';

export const toAuditSubject = (id: string): AuditSubject => ({ type: 'request', id });

function getSummary({ action, before, after }: AuditEntry): string {
  if (action === REPLIED) return 'Replied by email.';
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
