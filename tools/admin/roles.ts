import { sessionEnded } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail } from '@shop/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

export type Role = 'user' | 'admin';

interface Account {
  id: string;
  role: Role;
  isClosed: boolean;
}

/**
 * What came of it. `unknown`: there is no such account; `closed`: its owner has deleted it; `unchanged`: it had the role
 * already; `changed`: with the number of admins there are now.
 */
export type RoleChange = { outcome: 'unknown' | 'closed' | 'unchanged' } | { outcome: 'changed'; admins: number };

const ACTOR = { id: null, name: 'npm run admin' };

/**
 * Gives an account its role and ends its sessions, in one transaction: what a browser may do is fixed when it signs in, and a
 * former admin must not stay one until the cookie ends. Who changed it from what to what is kept for good.
 */
export async function changeRole(identity: DataSource, email: string, role: Role): Promise<RoleChange> {
  return identity.transaction(async (manager) => {
    // All admins, in the order in which the service locks them too: two who leave at the same moment see each other.
    const admins = await manager.query<unknown[]>(
      `SELECT 1 FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    );
    const [account] = await manager.query<Account[]>(
      'SELECT id, role, closed_at IS NOT NULL AS "isClosed" FROM users WHERE email = $1 FOR NO KEY UPDATE',
      [email.trim().toLowerCase()],
    );
    if (!account) return { outcome: 'unknown' };
    if (account.isClosed) return { outcome: 'closed' };
    if (account.role === role) return { outcome: 'unchanged' };
    await manager.query('UPDATE users SET role = $2, updated_at = now() WHERE id = $1', [account.id, role]);
    await new AuditTrail(identity).record(manager, {
      actor: ACTOR,
      action: 'user.role-changed',
      subject: { type: 'user', id: account.id },
      before: { role: account.role },
      after: { role },
    });
    await endSessions(manager, account.id);
    return { outcome: 'changed', admins: admins.length + (role === 'admin' ? 1 : -1) };
  });
}

async function endSessions(manager: EntityManager, userId: string): Promise<void> {
  const [ended] = await manager.query<[{ sid: string }[], number]>(
    `DELETE FROM sessions WHERE sess ->> 'userId' = $1 RETURNING sid`,
    [userId],
  );
  if (ended.length === 0) return;
  const outbox = new EventOutbox({ service: 'identity-svc', namespace: 'shop' }); // the running service's relay sends it on, under its own namespace
  await outbox.publish(manager, sessionEnded, {
    subject: `session-holder/${userId}`,
    data: { sidHashes: ended.map(({ sid }) => sid), reason: 'role-changed' },
  });
}

export async function listAdmins(identity: DataSource): Promise<string[]> {
  const rows = await identity.query<{ email: string }[]>(
    `SELECT email FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY email LIMIT 1000`,
  );
  return rows.map(({ email }) => email);
}
