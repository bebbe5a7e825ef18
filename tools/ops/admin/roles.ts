import { emailSchema } from '@shop/contracts/identity';
import { AuditTrail } from '@shop/service-kit';
import type { DataSource } from 'typeorm';
import { ACTOR, endSessions } from './sessions.ts';

export type Role = 'user' | 'admin';

interface Account {
  id: string;
  role: Role;
  isClosed: boolean;
}

/**
 * `unknown`: there is no such account. `closed`: its owner has deleted it. `unchanged`: it already has the role.
 * `changed`: `admins` is the new number of admins.
 */
export type RoleChange = { outcome: 'unknown' | 'closed' | 'unchanged' } | { outcome: 'changed'; admins: number };

/**
 * Changes the role and ends the account's sessions in one transaction, as a session keeps the role of its sign-in. Writes an audit entry.
 */
export async function changeRole(identity: DataSource, email: string, role: Role): Promise<RoleChange> {
  return identity.transaction(async (manager) => {
    // Locks all admins in the same order as identity-svc, so that concurrent changes count the remaining admins correctly.
    const admins = await manager.query<unknown[]>(
      `SELECT 1 FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    );
    const [account] = await manager.query<Account[]>(
      'SELECT id, role, closed_at IS NOT NULL AS "isClosed" FROM users WHERE email = $1 FOR NO KEY UPDATE',
      [emailSchema.safeParse(email).data],
    );
    if (!account) return { outcome: 'unknown' };
    if (account.isClosed) return { outcome: 'closed' };
    if (account.role === role) return { outcome: 'unchanged' };
    await manager.query('UPDATE users SET role = $2, updated_at = now() WHERE id = $1', [account.id, role]);
    await new AuditTrail(identity).addEntry(manager, {
      actor: ACTOR,
      action: 'user.role-changed',
      subject: { type: 'user', id: account.id },
      before: { role: account.role },
      after: { role },
    });
    await manager.query(`INSERT INTO security_log (event, user_id) VALUES ('role-changed', $1)`, [account.id]);
    await endSessions(manager, account.id, 'role-changed');
    return { outcome: 'changed', admins: admins.length + (role === 'admin' ? 1 : -1) };
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

export async function listAdmins(identity: DataSource): Promise<string[]> {
  const rows = await identity.query<{ email: string }[]>(
    `SELECT email FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY email LIMIT 1000`,
  );
  return rows.map(({ email }) => email);
}
