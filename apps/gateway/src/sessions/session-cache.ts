import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { OpenGuestSessionRequest, ResolvedSession } from '@shop/contracts-identity';
import { CLOCK } from '../config.js';
import { EndedSessionsListener } from './ended-sessions.listener.js';
import { IdentityClient } from './identity.client.js';

export interface Session {
  /** Sent to services as `x-identity-token`. */
  token: string;
  sid: string;
  role: 'guest' | 'user' | 'admin';
  /** Of an admin. */
  permissions?: readonly string[];
  /** ISO 8601. Undefined for a guest. */
  signedInAt?: string;
  /** The account has a second factor, and the session has entered no code of it. */
  isCodeMissing?: boolean;
}

export interface Resolution {
  session: Session | null;
  /** The browser's cookie must be set, because the session is new or extended. */
  setCookie: boolean;
  /** The session is of a new guest, and is stored when the request has succeeded. */
  newGuest?: NewGuest;
}

export type NewGuest = ResolvedSession & OpenGuestSessionRequest;

interface ResolveOptions {
  openGuestSession: boolean;
  /** The customer does not use the session, so it is not extended. */
  isPassive: boolean;
}

interface CachedSession extends Session {
  expiresAtMs: number;
  trustedUntilMs: number;
  /** Only passive requests have asked for it. */
  isPassive: boolean;
}

export const ANONYMOUS: Resolution = { session: null, setCookie: false };

/** A token is not used in its last seconds, so that it is still valid when the service verifies it. */
const TOKEN_MARGIN_MS = 5_000;
/** How long an unknown session id is cached as unknown. */
const UNKNOWN_TTL_MS = 10_000;
/** Longer than any response of identity-svc can take. */
const ENDED_TTL_MS = 60_000;
/** Cache time while ended sessions are not received: a session must end everywhere within one second. */
const DISCONNECTED_TTL_MS = 500;

export const hashSid = (sid: string): string => hash('sha256', sid, 'hex');

/** Session id → identity token, cached until the token expires or the session ends. */
@Injectable()
export class SessionCache {
  private readonly known = new LRUCache<string, CachedSession>({ max: 50_000 });
  private readonly unknown = new LRUCache<string, true>({ max: 50_000, ttl: UNKNOWN_TTL_MS });
  private readonly ended = new LRUCache<string, true>({ max: 50_000, ttl: ENDED_TTL_MS });
  private readonly pending = new Map<string, Promise<Resolution>>();

  constructor(
    @Inject(IdentityClient) private readonly identity: Pick<IdentityClient, 'resolveSession' | 'openGuestSession'>,
    @Inject(EndedSessionsListener)
    private readonly endedSessions: Pick<EndedSessionsListener, 'isReceiving' | 'subscribe'>,
    @Inject(CLOCK) private readonly now: () => number,
  ) {
    endedSessions.subscribe({
      onEnded: (sidHashes) => this.endSessions(sidHashes),
      // An ended session may have been missed.
      onGap: () => this.known.clear(),
    });
  }

  /** With `openGuestSession`, a guest session is prepared if there is none. Throws `unavailable` while identity-svc is down. */
  async resolveSession(sid: string | null, options: ResolveOptions): Promise<Resolution> {
    const { openGuestSession, isPassive } = options;
    if (sid === null) return openGuestSession ? this.requestSession(null, options) : ANONYMOUS;
    const key = hashSid(sid);
    const session = this.getFresh(key, isPassive);
    if (session) return { session, setCookie: false };
    if (!openGuestSession && (this.unknown.has(key) || this.ended.has(key))) return ANONYMOUS;
    return this.resolveOnce(`${key}:${openGuestSession}:${isPassive}`, async () => {
      const resolution = await this.requestSession(sid, options);
      if (!resolution.session) this.unknown.set(key, true);
      return resolution;
    });
  }

  /** Stores the session of a new guest. Throws `unavailable` while identity-svc is down. */
  async openGuestSession(guest: NewGuest): Promise<void> {
    await this.identity.openGuestSession(guest);
    this.store(guest, false);
  }

  /** Removes ended sessions, and ignores responses about them that are still on their way. */
  endSessions(sidHashes: readonly string[]): void {
    for (const key of sidHashes) {
      this.known.delete(key);
      this.ended.set(key, true);
    }
  }

  hasEnded(sid: string): boolean {
    return this.ended.has(hashSid(sid));
  }

  /** What passive requests have asked for is not extended, so the first other request asks again. */
  private getFresh(key: string, isPassive: boolean): Session | undefined {
    const entry = this.known.get(key);
    if (!entry || (entry.isPassive && !isPassive)) return undefined;
    const now = this.now();
    const isFresh = now < entry.expiresAtMs && (now < entry.trustedUntilMs || this.endedSessions.isReceiving());
    if (isFresh) return entry;
    this.known.delete(key);
    return undefined;
  }

  private async requestSession(
    sid: string | null,
    { openGuestSession, isPassive }: ResolveOptions,
  ): Promise<Resolution> {
    const resolved = await this.identity.resolveSession({ sid, openGuestSession, ...(isPassive && { isPassive }) });
    const { guestId, sid: newSid, token } = resolved;
    if (guestId === undefined || newSid === null || token === null) return this.store(resolved, isPassive);
    const session: Session = { token, sid: newSid, role: 'guest' };
    return { session, setCookie: false, newGuest: { ...resolved, sid: newSid, guestId } };
  }

  private store(
    { token, sid, role, permissions, expiresAt, setCookie, signedInAt, isCodeMissing }: ResolvedSession,
    isPassive: boolean,
  ): Resolution {
    if (token === null || sid === null || role === null || expiresAt === null) return ANONYMOUS;
    const key = hashSid(sid);
    if (this.ended.has(key)) return ANONYMOUS;
    const session = { token, sid, role, permissions, signedInAt, isCodeMissing };
    this.known.set(key, {
      ...session,
      expiresAtMs: Date.parse(expiresAt) - TOKEN_MARGIN_MS,
      trustedUntilMs: this.now() + DISCONNECTED_TTL_MS,
      isPassive,
    });
    return { session, setCookie };
  }

  /** Concurrent requests share one call. */
  private resolveOnce(key: string, resolve: () => Promise<Resolution>): Promise<Resolution> {
    const running = this.pending.get(key);
    if (running) return running;
    const resolving = resolve().finally(() => this.pending.delete(key));
    this.pending.set(key, resolving);
    return resolving;
  }
}
