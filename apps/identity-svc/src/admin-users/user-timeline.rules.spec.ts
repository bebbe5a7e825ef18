import type { AuditEntry } from '@shop/service-kit';
import type { AdminUserRow } from './admin-user.mapper.js';
import { toUserTimeline } from './user-timeline.rules.js';

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));
const USER: AdminUserRow = {
  id: '0b6f1c1e-57c1-4a3a-9d3a-000000000001',
  email: 'nora@example.com',
  firstName: null,
  lastName: null,
  role: 'user',
  hasSecondFactor: false,
  permissions: [],
  emailConfirmedAt: at(2),
  createdAt: at(1),
  closedAt: null,
};
const createEntry = (day: number, action: string, after: AuditEntry['after'] = null): AuditEntry => ({
  id: `0b6f1c1e-57c1-4a3a-9d3a-0000000000${day + 10}`,
  at: at(day),
  actor: { id: null, name: 'npm run admin' },
  action,
  subject: { type: 'user', id: USER.id },
  before: null,
  after,
});
const summarize = (user: AdminUserRow, entries: AuditEntry[] = []): string[] =>
  toUserTimeline(user, entries).map(({ actor, summary }) => [summary, actor].filter(Boolean).join(' '));

describe('the timeline of a user', () => {
  it('has registration and confirmation, and what admins changed, newest first', () => {
    const entries = [
      createEntry(6, 'user.renamed'),
      createEntry(5, 'user.role-changed', { role: 'user' }),
      createEntry(4, 'user.signed-out'),
      createEntry(3, 'user.role-changed', { role: 'admin', permissions: [] }),
    ];
    expect(summarize(USER, entries)).toEqual([
      'user.renamed npm run admin',
      'The account is no admin any more. npm run admin',
      'All sessions were ended. npm run admin',
      'The account became an admin. npm run admin',
      'The email address was confirmed.',
      'The account was registered.',
    ]);
  });

  it('names the deletion once, by whom it was', () => {
    const closed = { ...USER, emailConfirmedAt: null, closedAt: at(9) };
    expect(summarize(closed)[0]).toBe('The owner deleted the account.');
    expect(summarize(closed, [createEntry(9, 'user.erasure-requested')])).toEqual([
      'The deletion of the account was started. npm run admin',
      'The account was registered.',
    ]);
  });
});
