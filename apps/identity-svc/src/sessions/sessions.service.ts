import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  IDENTITY_TOKEN_AUD,
  IDENTITY_ISSUER,
  sessionMissing,
  type EventPayload,
  type IdentityClaims,
  type Permission,
} from '@shop/contracts-common';
import {
  guestClaimed,
  sessionEnded,
  type OpenGuestSessionRequest,
  type ResolvedSession,
  type ResolveSessionRequest,
} from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { CONFIG, getKeyId, type Caller } from '@shop/service-kit';
import { SignJWT } from 'jose';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { getSecondFactorState, getSessionRole } from '../users/session-role.rules.js';
import type { UserRow } from '../users/users.repository.js';
import { createSid, extendExpiry, getExpiry, hashSid, type SessionHolder } from './session.rules.js';
import { SessionsRepository, type EndedSession, type LiveSession, type SessionContent } from './sessions.repository.js';

type EndReason = EventPayload<typeof sessionEnded>['reason'];

/** Limits the use of a stolen token. Gateways request a new one just before the end. */
const TOKEN_LIFETIME_SECONDS = 60;

const NO_SESSION: ResolvedSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

/** By the role of the account: an admin's session ends as early while it is asked for a code. */
const getHolder = ({ sess, role }: Pick<LiveSession, 'sess' | 'role'>): SessionHolder =>
  sess.userId ? (role ?? 'user') : 'guest';

type Holder = Pick<UserRow, 'id' | 'role'>;

/** Only an admin has permissions. */
const toPermissions = ({ permissions }: LiveSession, role: IdentityClaims['role']): { permissions?: Permission[] } =>
  role === 'admin' && permissions ? { permissions } : {};

/** Resolves sessions for the gateway, and starts and ends sessions of customers in the caller's transaction. */
@Injectable()
export class SessionsService {
  private readonly tokenKey: KeyObject;
  private readonly tokenKeyId: Promise<string>;
  private readonly isSecondFactorRequired: boolean;

  constructor(
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(CONFIG) config: Config,
  ) {
    this.tokenKey = createPrivateKey(config.IDENTITY_PRIVATE_KEY);
    this.tokenKeyId = getKeyId(createPublicKey(this.tokenKey));
    this.isSecondFactorRequired = config.ADMIN_SECOND_FACTOR === 'required';
  }

  /** Resolves a session id to an identity token. */
  async resolveSession({ sid, openGuestSession, isPassive }: ResolveSessionRequest): Promise<ResolvedSession> {
    const session = sid === null ? null : await this.sessionsRepository.findLive(hashSid(sid));
    if (sid !== null && session) {
      const extended = isPassive ? null : await this.extendIfDue(sid, session);
      return this.toResolvedSession(sid, { ...session, expire: extended ?? session.expire }, extended !== null);
    }
    return openGuestSession ? this.prepareGuestSession() : NO_SESSION;
  }

  /** Stores a guest session that `resolveSession` has prepared. */
  async openGuestSession({ sid, guestId }: OpenGuestSessionRequest): Promise<void> {
    const now = new Date();
    const session = { guestId, startedAt: now.toISOString() };
    await this.sessionsRepository.insertGuest(hashSid(sid), session, getExpiry('guest', now, now));
  }

  /**
   * Ends the caller's session, claims its guest, and starts a session with a new id, which has entered no code.
   * Returns the new session id for the cookie.
   */
  async startSession(manager: EntityManager, caller: Caller, user: Holder, browser?: string): Promise<string> {
    const endedSession = await this.endSession(manager, caller, 'signed-in');
    const guestId = await this.claimGuest(manager, endedSession, caller, user.id);
    return this.insertSession(manager, user, { browser, guestId });
  }

  /**
   * Starts a session in place of the caller's, which ended in this transaction, with its beginning. Returns the id for the cookie. Throws 401 if it
   * had ended before.
   */
  async resumeSession(
    manager: EntityManager,
    user: Holder,
    ended: SessionContent | null,
    secondFactorAt?: string,
  ): Promise<string> {
    if (ended?.userId !== user.id) throw sessionMissing();
    const { guestId, browser, startedAt } = ended;
    return this.insertSession(manager, user, { guestId, browser, startedAt, secondFactorAt });
  }

  /**
   * Starts a session of a user who has just proved the password, in place of the caller's, which ended in this transaction. It keeps the time of the
   * last code from that row, so that concurrent calls continue one proven session, and none revives an ended one. Throws 401 if it had ended before.
   */
  async renewSession(
    manager: EntityManager,
    user: Holder,
    ended: SessionContent | null,
    browser?: string,
  ): Promise<{ sid: string; secondFactorAt?: string }> {
    if (ended?.userId !== user.id) throw sessionMissing();
    const { guestId, secondFactorAt } = ended;
    return { sid: await this.insertSession(manager, user, { guestId, browser, secondFactorAt }), secondFactorAt };
  }

  /** Starts a session without a code, for a repeated call whose first answer, with its cookie, was lost. Returns the id for the cookie. */
  async replaceLostSession(
    manager: EntityManager,
    user: Holder,
    content: Pick<SessionContent, 'guestId' | 'browser'>,
  ): Promise<string> {
    return this.insertSession(manager, user, content);
  }

  private async insertSession(
    manager: EntityManager,
    { id: userId, role }: Holder,
    { guestId, browser, secondFactorAt, startedAt }: Partial<SessionContent>,
  ): Promise<string> {
    const sid = createSid();
    const now = new Date();
    const content = { userId, guestId, browser, secondFactorAt, startedAt: startedAt ?? now.toISOString() };
    const expire = getExpiry(role, new Date(content.startedAt), now);
    await this.sessionsRepository.insert(manager, hashSid(sid), content, expire);
    return sid;
  }

  /** Ends the caller's session. Returns its content, or null if it had ended before. */
  async endSession(manager: EntityManager, caller: Caller, reason: EndReason): Promise<SessionContent | null> {
    if (caller.kind === 'anonymous') return null;
    const ended = await this.sessionsRepository.deleteSession(manager, caller.sid);
    if (ended) await this.publishEnded(manager, ended.userId ?? ended.guestId ?? '', [caller.sid], reason);
    return ended;
  }

  /** Ends the user's session with this public id. Returns its hash, or null if the user has none with this id. */
  async endSessionById(manager: EntityManager, userId: string, id: string): Promise<string | null> {
    const ended = await this.sessionsRepository.deleteById(manager, userId, id);
    if (ended !== null) await this.publishEnded(manager, userId, [ended], 'signed-out');
    return ended;
  }

  /** Ends all sessions of a user, and returns them. */
  async endAllSessions(manager: EntityManager, userId: string, reason: EndReason): Promise<EndedSession[]> {
    const ended = await this.sessionsRepository.deleteByUser(manager, userId);
    const sids = ended.map(({ sid }) => sid);
    if (sids.length > 0) await this.publishEnded(manager, userId, sids, reason);
    return ended;
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

  /** Returns the later end, or null if none is due. */
  private async extendIfDue(sid: string, session: LiveSession): Promise<Date | null> {
    const now = new Date();
    const startedAt = new Date(session.sess.startedAt);
    const expire = extendExpiry(getHolder(session), startedAt, session.expire, now);
    if (expire || !session.isUsedToday) await this.sessionsRepository.saveUse(hashSid(sid), expire ?? session.expire);
    return expire;
  }

  /**
   * A visitor becomes a guest with the first upload, generation or add-to-cart that succeeds. Until then nothing is stored, so that refused
   * calls leave no rows.
   */
  private async prepareGuestSession(): Promise<ResolvedSession & OpenGuestSessionRequest> {
    const sid = createSid();
    const guestId = randomUUID();
    const now = new Date();
    const session = {
      sess: { guestId, startedAt: now.toISOString() },
      expire: getExpiry('guest', now, now),
      email: null,
      role: null,
      hasSecondFactor: false,
      permissions: null,
      isUsedToday: true,
    };
    return { ...(await this.toResolvedSession(sid, session, false)), sid, guestId };
  }

  private async toResolvedSession(sid: string, session: LiveSession, setCookie: boolean): Promise<ResolvedSession> {
    const claims = this.toClaims(hashSid(sid), session);
    const { token, expiresAt } = await this.signToken(claims, session.expire);
    const { userId, startedAt } = session.sess;
    const signedIn = userId === undefined ? {} : { signedInAt: new Date(startedAt).toISOString() };
    return {
      token,
      expiresAt: expiresAt.toISOString(),
      sid,
      role: claims.role ?? 'guest',
      ...toPermissions(session, claims.role),
      setCookie,
      ...(claims.isCodeMissing && { isCodeMissing: true }),
      ...signedIn,
    };
  }

  private toClaims(sid: string, session: LiveSession): IdentityClaims {
    const { userId, guestId, secondFactorAt } = session.sess;
    const guest = guestId ? { guestId } : {};
    if (!userId) return { sid, ...guest };
    const state = getSecondFactorState(session, secondFactorAt, this.isSecondFactorRequired);
    const role = getSessionRole(state);
    const proof = { on: { secondFactorAt }, asked: { isCodeMissing: true }, off: {}, missing: {} }[state ?? 'off'];
    return { sid, userId, email: session.email ?? '', role, ...toPermissions(session, role), ...guest, ...proof };
  }

  /** An identity token (JWT, ES256) that the gateway sends to services, until the session expires. */
  private async signToken(claims: IdentityClaims, expire: Date): Promise<{ token: string; expiresAt: Date }> {
    const now = Math.floor(Date.now() / 1000);
    const expiresAt = Math.min(now + TOKEN_LIFETIME_SECONDS, Math.floor(expire.getTime() / 1000));
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: await this.tokenKeyId })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(IDENTITY_TOKEN_AUD)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.tokenKey);
    return { token, expiresAt: new Date(expiresAt * 1000) };
  }
}
