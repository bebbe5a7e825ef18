import type { EventPayload } from '@shop/contracts-common';
import { emailSchema, sessionEnded } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail } from '@shop/service-kit';
import type { DataSource, EntityManager } from 'typeorm';

type EndReason = EventPayload<typeof sessionEnded>['reason'];

/** Recorded in the audit trail as who did it. */
export const ACTOR = { id: null, name: 'npm run admin' };

/** Accounts of one transaction of `signOutAll`. */
const PAGE_SIZE = 500;

/** The relay of the running service publishes its events, in its own namespace. */
export const createOutbox = (): EventOutbox => new EventOutbox({ service: 'identity-svc' });

/** Ends the sessions of an account, and notifies the gateways. Returns how many there were. */
export async function endSessions(manager: EntityManager, userId: string, reason: EndReason): Promise<number> {
  const [ended] = await manager.query<[{ sid: string }[], number]>(
    `DELETE FROM sessions WHERE sess ->> 'userId' = $1 AND sess ? 'userId' RETURNING sid`,
    [userId],
  );
  if (ended.length === 0) return 0;
  await createOutbox().publish(manager, sessionEnded, {
    subject: `session-holder/${userId}`,
    data: { sidHashes: ended.map(({ sid }) => sid), reason },
  });
  return ended.length;
}

/** Signs an account out everywhere, with an audit entry. Returns the number of ended sessions, or null if there is no such account. */
export async function signOutAccount(identity: DataSource, email: string): Promise<number | null> {
  return identity.transaction(async (manager) => {
    const [account] = await manager.query<{ id: string }[]>('SELECT id FROM users WHERE email = $1 FOR NO KEY UPDATE', [
      emailSchema.safeParse(email).data,
    ]);
    return account ? signOut(identity, manager, account.id) : null;
  });
}

/** Signs all users out, in pages with a transaction each. Guests, who have not signed in, stay. Returns the number of ended sessions. */
export async function signOutAll(identity: DataSource): Promise<number> {
  let ended = 0;
  for (
    let page = await signOutPage(identity, null);
    page.lastId !== null;
    page = await signOutPage(identity, page.lastId)
  )
    ended += page.ended;
  return ended;
}

async function signOutPage(
  identity: DataSource,
  afterId: string | null,
): Promise<{ ended: number; lastId: string | null }> {
  return identity.transaction(async (manager) => {
    const accounts = await manager.query<{ id: string }[]>(
      `SELECT id FROM users WHERE ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT ${PAGE_SIZE} FOR NO KEY UPDATE`,
      [afterId],
    );
    let ended = 0;
    for (const { id } of accounts) ended += await signOut(identity, manager, id);
    return { ended, lastId: accounts.at(-1)?.id ?? null };
  });
}

async function signOut(identity: DataSource, manager: EntityManager, userId: string): Promise<number> {
  const ended = await endSessions(manager, userId, 'signed-out-everywhere');
  if (ended > 0)
    await new AuditTrail(identity).addEntry(manager, {
      actor: ACTOR,
      action: 'user.signed-out',
      subject: { type: 'user', id: userId },
      before: { sessions: ended },
      after: { sessions: 0 },
    });
  return ended;
}
