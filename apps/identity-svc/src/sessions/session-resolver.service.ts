import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { IdentityClaims } from '@shop/contracts/common';
import type { ResolvedSession, ResolveSessionRequest } from '@shop/contracts/identity';
import { IdentityTokenSigner } from './identity-token.signer.js';
import { createSid, hashSid } from './session-id.js';
import { getExpiry, isDueForExtension } from './session.rules.js';
import { SessionsRepository, type LiveSession } from './sessions.repository.js';

const NO_SESSION: ResolvedSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

function toClaims(sid: string, { sess, email, role }: LiveSession): IdentityClaims {
  const guest = sess.guestId ? { guestId: sess.guestId } : {};
  return sess.userId
    ? { sid, userId: sess.userId, email: email ?? '', role: role ?? 'user', ...guest }
    : { sid, ...guest };
}

/** Resolves a session id to an identity token, for the gateway. */
@Injectable()
export class SessionResolverService {
  constructor(
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(IdentityTokenSigner) private readonly identityTokenSigner: IdentityTokenSigner,
  ) {}

  async resolveSession({ sid, openGuestSession }: ResolveSessionRequest): Promise<ResolvedSession> {
    const session = sid === null ? null : await this.sessionsRepository.findLive(hashSid(sid));
    if (sid !== null && session) return this.toResolvedSession(sid, session, await this.extendIfDue(sid, session));
    return openGuestSession ? this.createGuestSession() : NO_SESSION;
  }

  private async extendIfDue(sid: string, { expire }: LiveSession): Promise<boolean> {
    const now = new Date();
    if (!isDueForExtension(expire, now)) return false;
    await this.sessionsRepository.extendSession(hashSid(sid), getExpiry(now));
    return true;
  }

  /** A visitor becomes a guest with the first upload, generation or add-to-cart. */
  private async createGuestSession(): Promise<ResolvedSession> {
    const sid = createSid();
    const guestId = randomUUID();
    const expire = getExpiry(new Date());
    await this.sessionsRepository.insertGuest(hashSid(sid), guestId, expire);
    return this.toResolvedSession(sid, { sess: { guestId }, expire, email: null, role: null }, true);
  }

  private async toResolvedSession(sid: string, session: LiveSession, setCookie: boolean): Promise<ResolvedSession> {
    const { token, expiresAt } = await this.identityTokenSigner.signToken(toClaims(hashSid(sid), session));
    const role = session.sess.userId ? (session.role ?? 'user') : 'guest';
    return { token, expiresAt: expiresAt.toISOString(), sid, role, setCookie };
  }
}
