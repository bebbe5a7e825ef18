import { emailSchema, secondFactorChanged } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail } from '@shop/service-kit';
import type { DataSource } from 'typeorm';
import { ACTOR, endSessions } from './sessions.ts';

/** `unknown`: there is no such account. `off`: it has no second factor. */
export type SecondFactorReset = 'unknown' | 'off' | 'reset';

/**
 * Takes the second factor off an account whose owner has lost phone and recovery codes, and ends its sessions, in one transaction. Writes an audit
 * entry, and publishes the event for an email to the owner.
 */
export async function resetSecondFactor(identity: DataSource, email: string): Promise<SecondFactorReset> {
  return identity.transaction(async (manager) => {
    const [account] = await manager.query<{ id: string; email: string }[]>(
      'SELECT id, email FROM users WHERE email = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
      [emailSchema.safeParse(email).data],
    );
    if (!account) return 'unknown';
    const [, deleted] = await manager.query<[unknown[], number]>(
      'DELETE FROM second_factors WHERE user_id = $1 AND turned_on_at IS NOT NULL',
      [account.id],
    );
    if (deleted === 0) return 'off';
    await new AuditTrail(identity).addEntry(manager, {
      actor: ACTOR,
      action: 'user.second-factor-reset',
      subject: { type: 'user', id: account.id },
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
    await manager.query(`INSERT INTO security_log (event, user_id) VALUES ('second-factor-reset', $1)`, [account.id]);
    await endSessions(manager, account.id, 'second-factor-changed');
    // The running service's relay publishes it in its own namespace.
    const outbox = new EventOutbox({ service: 'identity-svc' });
    const data = { userId: account.id, email: account.email, change: 'reset' as const, recoveryCodesLeft: 0 };
    await outbox.publish(manager, secondFactorChanged, { subject: `user/${account.id}`, data });
    return 'reset';
  });
}
