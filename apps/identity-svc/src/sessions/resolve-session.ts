import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { IdentityClaims } from '@shop/contracts/common';
import type { ResolvedSession, ResolveSessionRequest } from '@shop/contracts/identity';
import { IdentityTokenSigner } from './identity-token.signer.js';
import { newSid, sidHash } from './session-id.js';
import { expiryFrom, isDueToRoll } from './session.rules.js';
import { SessionsRepository, type LiveSession } from './sessions.repository.js';

const NO_SESSION: ResolvedSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

function claimsOf(sid: string, { sess, email, role }: LiveSession): IdentityClaims {
  const guest = sess.guestId ? { guestId: sess.guestId } : {};
  return sess.userId
    ? { sid, userId: sess.userId, email: email ?? '', role: role ?? 'user', ...guest }
    : { sid, ...guest };
}

/** Session id → identity token; the gateway's only question. */
@Injectable()
export class ResolveSession {
  constructor(
    @Inject(SessionsRepository) private readonly sessions: SessionsRepository,
    @Inject(IdentityTokenSigner) private readonly signer: IdentityTokenSigner,
  ) {}

  async resolve({ sid, open }: ResolveSessionRequest): Promise<ResolvedSession> {
    const session = sid === null ? null : await this.sessions.findLive(sidHash(sid));
    if (sid !== null && session) return this.answer(sid, session, await this.rollOn(sid, session));
    return open ? this.openGuest() : NO_SESSION;
  }

  private async rollOn(sid: string, { expire }: LiveSession): Promise<boolean> {
    const now = new Date();
    if (!isDueToRoll(expire, now)) return false;
    await this.sessions.roll(sidHash(sid), expiryFrom(now));
    return true;
  }

  /** D13: the first upload, generation or add-to-cart makes a visitor a guest. */
  private async openGuest(): Promise<ResolvedSession> {
    const sid = newSid();
    const guestId = randomUUID();
    const expire = expiryFrom(new Date());
    await this.sessions.insertGuest(sidHash(sid), guestId, expire);
    return this.answer(sid, { sess: { guestId }, expire, email: null, role: null }, true);
  }

  private async answer(sid: string, session: LiveSession, setCookie: boolean): Promise<ResolvedSession> {
    const { token, expiresAt } = await this.signer.sign(claimsOf(sidHash(sid), session));
    const role = session.sess.userId ? (session.role ?? 'user') : 'guest';
    return { token, expiresAt: expiresAt.toISOString(), sid, role, setCookie };
  }
}
