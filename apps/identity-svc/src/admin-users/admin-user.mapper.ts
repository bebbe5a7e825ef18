import type { TimelineEntry } from '@shop/contracts-common';
import type { AdminUser, AdminUserDetail } from '@shop/contracts-identity';
import type { StoredUserSession } from '../sessions/sessions.repository.js';
import type { UserRow } from '../users/users.repository.js';

export type AdminUserRow = Omit<UserRow, 'password' | 'profileImageUrl'>;

export const toAdminUser = ({
  emailConfirmedAt,
  createdAt,
  closedAt,
  permissions,
  ...row
}: AdminUserRow): AdminUser => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  role: row.role,
  ...(row.role === 'admin' && { permissions }),
  emailConfirmed: emailConfirmedAt !== null,
  hasSecondFactor: row.hasSecondFactor,
  createdAt: createdAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

/** Two admins who change the role at once have seen the same version. */
export const formatRoleVersion = ({ role, permissions }: Pick<UserRow, 'role' | 'permissions'>): string =>
  role === 'admin' ? [role, ...[...permissions].sort()].join('.') : role;

/** No session has its hash or its public id, by which its owner ends it. */
export const toAdminUserDetail = (
  user: AdminUserRow,
  sessions: readonly StoredUserSession[],
  timeline: TimelineEntry[],
): AdminUserDetail => ({
  ...toAdminUser(user),
  version: formatRoleVersion(user),
  sessions: sessions.map(({ browser, signedInAt, lastUsedOn }) => ({
    browser,
    signedInAt: new Date(signedInAt).toISOString(),
    lastUsedOn,
  })),
  timeline,
});
