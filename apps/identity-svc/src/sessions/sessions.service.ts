import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_ISSUER, type EventPayload, type IdentityClaims } from '@shop/contracts/common';
import { guestClaimed, sessionEnded, type ResolvedSession, type ResolveSessionRequest } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { CONFIG, getKeyId, type Caller } from '@shop/service-kit';
import { SignJWT } from 'jose';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { createSid, getExpiry, hashSid, isDueForExtension } from './session.rules.js';
import { SessionsRepository, type LiveSession, type SessionContent } from './sessions.repository.js';

type EndReason = EventPayload<typeof sessionEnded>['reason'];

/** Limits the use of a stolen token. Gateways request a new one just before the end. */
const TOKEN_LIFETIME_SECONDS = 60;

const NO_SESSION: ResolvedSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

function toClaims(sid: string, { sess, email, role }: LiveSession): IdentityClaims {
  const guest = sess.guestId ? { guestId: sess.guestId } : {};
  return sess.userId
    ? { sid, userId: sess.userId, email: email ?? '', role: role ?? 'user', ...guest }
    : { sid, ...guest };
}

/** Resolves sessions for the gateway, and starts and ends sessions of customers in the caller's transaction. */
@Injectable()
export class SessionsService {
  private readonly tokenKey: KeyObject;
  private readonly tokenKeyId: Promise<string>;

  constructor(
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(CONFIG) config: Config,
  ) {
    this.tokenKey = createPrivateKey(config.IDENTITY_PRIVATE_KEY);
    this.tokenKeyId = getKeyId(createPublicKey(this.tokenKey));
  }

  /** Resolves a session id to an identity token. */
  async resolveSession({ sid, openGuestSession }: ResolveSessionRequest): Promise<ResolvedSession> {
    const session = sid === null ? null : await this.sessionsRepository.findLive(hashSid(sid));
    if (sid !== null && session) return this.toResolvedSession(sid, session, await this.extendIfDue(sid, session));
    return openGuestSession ? this.createGuestSession() : NO_SESSION;
  }

  /**
   * Ends the caller's session, claims its guest, and starts a session with a new id.
   * Returns the new session id for the cookie.
   */
  async startSession(manager: EntityManager, caller: Caller, userId: string): Promise<string> {
    const endedSession = await this.endSession(manager, caller, 'signed-in');
    const guestId = await this.claimGuest(manager, endedSession, caller, userId);
    const sid = createSid();
    await this.sessionsRepository.insert(
      manager,
      hashSid(sid),
      { userId, ...(guestId ? { guestId } : {}) },
      getExpiry(new Date()),
    );
    return sid;
  }

  /** Ends the caller's session. Returns its content, or null if it had ended before. */
  async endSession(manager: EntityManager, caller: Caller, reason: EndReason): Promise<SessionContent | null> {
    if (caller.kind === 'anonymous') return null;
    const ended = await this.sessionsRepository.deleteSession(manager, caller.sid);
    if (ended) await this.publishEnded(manager, ended.userId ?? ended.guestId ?? '', [caller.sid], reason);
    return ended;
  }

  /** Ends all sessions of a user except the one with the hash `except`. */
  async endAllSessions(
    manager: EntityManager,
    userId: string,
    except: string | null,
    reason: EndReason,
  ): Promise<void> {
    const ended = await this.sessionsRepository.deleteByUser(manager, userId, except);
    if (ended.length > 0) await this.publishEnded(manager, userId, ended, reason);
  }

  /**
   * Claims the guest of the session that just ended. If several tabs sign in at once, only one ends the session and claims; the others
   * keep the guest id if the same user has claimed it.
   */
  private async claimGuest(
    manager: EntityManager,
    endedSession: SessionContent | null,
    caller: Caller,
    userId: string,
  ): Promise<string | undefined> {
    const guestId = caller.kind === 'anonymous' ? undefined : caller.guestId;
    if (!guestId) return undefined;
    const isStillGuest = endedSession !== null && endedSession.userId === undefined && endedSession.guestId === guestId;
    if (isStillGuest && (await this.sessionsRepository.insertGuestClaim(manager, guestId, userId))) {
      await this.outbox.publish(manager, guestClaimed, { subject: `guest/${guestId}`, data: { guestId, userId } });
      return guestId;
    }
    return (await this.sessionsRepository.isGuestClaimedBy(manager, guestId, userId)) ? guestId : undefined;
  }

  private async publishEnded(
    manager: EntityManager,
    holder: string,
    sidHashes: string[],
    reason: EndReason,
  ): Promise<void> {
    await this.outbox.publish(manager, sessionEnded, {
      subject: `session-holder/${holder}`,
      data: { sidHashes, reason },
    });
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
    const { token, expiresAt } = await this.signToken(toClaims(hashSid(sid), session));
    const role = session.sess.userId ? (session.role ?? 'user') : 'guest';
    return { token, expiresAt: expiresAt.toISOString(), sid, role, setCookie };
  }

  /** An identity token (JWT, ES256) that the gateway sends to services. */
  private async signToken(claims: IdentityClaims): Promise<{ token: string; expiresAt: Date }> {
    const now = Math.floor(Date.now() / 1000);
    const expiresAt = now + TOKEN_LIFETIME_SECONDS;
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: await this.tokenKeyId })
      .setIssuer(IDENTITY_ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.tokenKey);
    return { token, expiresAt: new Date(expiresAt * 1000) };
  }
}
