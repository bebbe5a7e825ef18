import type { TimelineEntry } from '@shop/contracts-common';
import { toTimelineEntry, type AuditEntry } from '@shop/service-kit';
import type { AdminUserRow } from './admin-user.mapper.js';

const ERASURE_REQUESTED = 'user.erasure-requested';

/** Of `npm run admin` too. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'user.signed-out': 'All sessions were ended.',
  [ERASURE_REQUESTED]: 'The deletion of the account was started.',
  'user.permissions-changed': 'What the admin may do was changed.',
  'user.second-factor-reset': 'Two-step sign-in was taken off.',
};

function getSummary({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  if (action === 'user.role-changed')
    return after?.role === 'admin' ? 'The account became an admin.' : 'The account is no admin any more.';
  return SUMMARIES[action] ?? action;
}

/** What happened to the account itself. The actions are in no audit trail, so each has the id of the account. */
function listOwnEntries(
  { id, createdAt, emailConfirmedAt, closedAt }: AdminUserRow,
  entries: readonly AuditEntry[],
): TimelineEntry[] {
  const isErasedByAdmin = entries.some(({ action }) => action === ERASURE_REQUESTED);
  const own: readonly (readonly [action: string, at: Date | null, summary: string])[] = [
    ['user.closed', isErasedByAdmin ? null : closedAt, 'The owner deleted the account.'],
    ['user.email-confirmed', emailConfirmedAt, 'The email address was confirmed.'],
    ['user.registered', createdAt, 'The account was registered.'],
  ];
  return own.flatMap(([action, at, summary]) =>
    at ? [{ id, at: at.toISOString(), action, actor: null, summary, before: null, after: null }] : [],
  );
}

/** Newest first. */
export const toUserTimeline = (user: AdminUserRow, entries: readonly AuditEntry[]): TimelineEntry[] =>
  [
    ...entries.map((entry) => toTimelineEntry(entry, getSummary(entry))),
    ...listOwnEntries(user, entries),
    // Stable: of two at the same time the first stays first.
  ].sort((a, b) => b.at.localeCompare(a.at));
