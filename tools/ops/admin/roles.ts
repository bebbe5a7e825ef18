import { type Permission, PERMISSIONS, type EventPayload } from '@shop/contracts-common';
import { adminRightsChanged, decideRoleChange, emailSchema } from '@shop/contracts-identity';
import { AuditTrail, type NewAuditEntry } from '@shop/service-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { formatPermissions } from './role-messages.ts';
import { ACTOR, createOutbox, endSessions } from './sessions.ts';

export type Role = 'user' | 'admin';

interface Account {
  id: string;
  role: Role;
  permissions: Permission[];
  isConfirmed: boolean;
  isClosed: boolean;
}

/**
 * `unknown`: there is no such account. `closed`: its owner has deleted it. `unchanged`: it already has the role. `unconfirmed`: the owner has not
 * proved to read the emails of its address.
 * `changed`: `admins` is the new number of admins.
 */
export type RoleChange =
  { outcome: 'unknown' | 'closed' | 'unchanged' | 'unconfirmed' } | { outcome: 'changed'; admins: number };

export type PermissionChange = 'unknown' | 'closed' | 'no-admin' | 'unchanged' | 'changed';

/** A new admin may do everything, unless told otherwise. */
const ALL: readonly Permission[] = PERMISSIONS;

/**
 * Changes the role and ends the account's sessions in one transaction, as a session keeps the role of its sign-in. Writes an audit entry.
 * `permissions` are those of a new admin.
 */
export async function changeRole(
  identity: DataSource,
  email: string,
  role: Role,
  permissions: readonly Permission[] = ALL,
): Promise<RoleChange> {
  return identity.transaction(async (manager) => {
    const admins = await lockAdmins(manager);
    const account = await lockAccount(manager, email);
    if (!account) return { outcome: 'unknown' };
    const decision = decideRoleChange(account, { role, permissions });
    // An admin keeps the permissions: a command of its own changes them.
    if (decision === 'permissions-changed') return { outcome: 'unchanged' };
    if (decision !== 'granted' && decision !== 'revoked') return { outcome: decision };
    await manager.query('UPDATE users SET role = $2, permissions = $3, updated_at = now() WHERE id = $1', [
      account.id,
      role,
      permissions,
    ]);
    await saveChange(identity, manager, account.id, {
      action: 'user.role-changed',
      before: { role: account.role },
      after: role === 'admin' ? { role, permissions } : { role },
    });
    await publishChange(manager, account, admins, decision, permissions);
    return { outcome: 'changed', admins: admins.length + (role === 'admin' ? 1 : -1) };
  });
}

/** Sets what an admin may do. */
export async function changePermissions(
  identity: DataSource,
  email: string,
  permissions: readonly Permission[],
): Promise<PermissionChange> {
  return identity.transaction(async (manager) => {
    const admins = await lockAdmins(manager);
    const account = await lockAccount(manager, email);
    if (!account) return 'unknown';
    if (account.role !== 'admin' && !account.isClosed) return 'no-admin';
    const decision = decideRoleChange(account, { role: 'admin', permissions });
    if (decision !== 'permissions-changed') return decision === 'closed' ? 'closed' : 'unchanged';
    await manager.query('UPDATE users SET permissions = $2, updated_at = now() WHERE id = $1', [
      account.id,
      permissions,
    ]);
    await saveChange(identity, manager, account.id, {
      action: 'user.permissions-changed',
      before: { permissions: account.permissions },
      after: { permissions },
    });
    await publishChange(manager, account, admins, decision, permissions);
    return 'changed';
  });
}

/** Locks all admins in the same order as identity-svc, so that concurrent changes count the remaining admins correctly. Returns their ids. */
async function lockAdmins(manager: EntityManager): Promise<string[]> {
  const admins = await manager.query<{ id: string }[]>(
    `SELECT id FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
  );
  return admins.map(({ id }) => id);
}

async function lockAccount(manager: EntityManager, email: string): Promise<Account | undefined> {
  const [account] = await manager.query<Account[]>(
    'SELECT id, role, permissions, email_confirmed_at IS NOT NULL AS "isConfirmed", closed_at IS NOT NULL AS "isClosed" FROM users WHERE email = $1 FOR NO KEY UPDATE',
    [emailSchema.safeParse(email).data],
  );
  return account;
}

async function saveChange(
  identity: DataSource,
  manager: EntityManager,
  userId: string,
  change: Pick<NewAuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  await new AuditTrail(identity).addEntry(manager, { actor: ACTOR, subject: { type: 'user', id: userId }, ...change });
  await manager.query('INSERT INTO security_log (event, user_id) VALUES ($2, $1)', [
    userId,
    change.action.replace(/^user\./, ''),
  ]);
  await endSessions(manager, userId, 'role-changed');
}

/** For an email to all admins, and to the account. */
async function publishChange(
  manager: EntityManager,
  { id: userId }: Account,
  admins: readonly string[],
  change: EventPayload<typeof adminRightsChanged>['change'],
  permissions: readonly Permission[],
): Promise<void> {
  await createOutbox().publish(manager, adminRightsChanged, {
    subject: `user/${userId}`,
    data: { userId, change, permissions: [...permissions], adminIds: [...new Set([...admins, userId])] },
  });
}

const LOG_LIMIT = 200;

/** The newest lines of the account's security log; null for an unknown account. */
export async function listSecurityLog(identity: DataSource, email: string): Promise<string[] | null> {
  const [account] = await identity.query<{ id: string }[]>('SELECT id FROM users WHERE email = $1', [
    emailSchema.safeParse(email).data,
  ]);
  if (!account) return null;
  const rows = await identity.query<{ at: Date; event: string; network: string | null }[]>(
    `SELECT at, event, network FROM security_log WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT ${LOG_LIMIT}`,
    [account.id],
  );
  return rows.map(({ at, event, network }) => [at.toISOString(), event, network].filter(Boolean).join('  '));
}

/** Each admin with what the account may do. */
export async function listAdmins(identity: DataSource): Promise<string[]> {
  const rows = await identity.query<{ email: string; permissions: Permission[] }[]>(
    `SELECT email, permissions FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY email LIMIT 1000`,
  );
  return rows.map(({ email, permissions }) => `${email}  ${formatPermissions(permissions)}`);
}
