import { sessionEnded } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { DataSource } from 'typeorm';

export type Role = 'user' | 'admin';

export interface Account {
  id: string;
  email: string;
  role: Role;
}

/** What changed; `unknown`: there is no such account, `unchanged`: it had the role already. */
export type RoleChange = 'changed' | 'unchanged' | 'unknown';

/**
 * Gives an account its role and ends its sessions, in one transaction: what a browser may do is fixed when it signs in, and a
 * former admin must not stay one until the cookie ends.
 */
export async function changeRole(identity: DataSource, email: string, role: Role): Promise<RoleChange> {
  return identity.transaction(async (manager) => {
    const [account] = await manager.query<Account[]>('SELECT id, email, role FROM users WHERE email = $1 FOR UPDATE', [email.trim().toLowerCase()]);
    if (!account) return 'unknown';
    if (account.role === role) return 'unchanged';
    await manager.query('UPDATE users SET role = $2, updated_at = now() WHERE id = $1', [account.id, role]);
    const [ended] = await manager.query<[{ sid: string }[], number]>(`DELETE FROM sessions WHERE sess ->> 'userId' = $1 RETURNING sid`, [account.id]);
    if (ended.length > 0) {
      const outbox = new EventOutbox({ service: 'identity-svc', namespace: 'shop' }); // the running service's relay sends it on, under its own namespace
      await outbox.publish(manager, sessionEnded, { subject: `session-holder/${account.id}`, data: { sidHashes: ended.map(({ sid }) => sid), reason: 'role-changed' } });
    }
    return 'changed';
  });
}

export async function listAdmins(identity: DataSource): Promise<string[]> {
  const rows = await identity.query<{ email: string }[]>(`SELECT email FROM users WHERE role = 'admin' ORDER BY email`);
  return rows.map(({ email }) => email);
}
