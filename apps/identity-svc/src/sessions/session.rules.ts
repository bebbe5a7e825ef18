import { hash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '@shop/contracts-identity';
import { ADMIN_SESSION_MS } from '../users/session-role.rules.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type SessionHolder = 'guest' | 'user' | 'admin';

/**
 * How long a session lives after its last use, and after the sign-in however often it is used. A guest's session proves no identity, so only
 * its last use counts. An admin's opens the data of all customers.
 */
const LIFETIMES: Record<SessionHolder, { idleMs: number; totalMs: number }> = {
  guest: { idleMs: SESSION_DAYS * DAY_MS, totalMs: Number.POSITIVE_INFINITY },
  user: { idleMs: SESSION_DAYS * DAY_MS, totalMs: 180 * DAY_MS },
  admin: { idleMs: HOUR_MS, totalMs: ADMIN_SESSION_MS },
};

/** A session is extended only when this part of its idle time has passed, so that not every request writes. */
const EXTENSION_SHARE = 1 / 30;

export const getExpiry = (holder: SessionHolder, startedAt: Date, now: Date): Date => {
  const { idleMs, totalMs } = LIFETIMES[holder];
  return new Date(Math.min(now.getTime() + idleMs, startedAt.getTime() + totalMs));
};

/** Returns the later expiry, or null while an extension is not due or the session has reached its end. */
export function extendExpiry(holder: SessionHolder, startedAt: Date, expire: Date, now: Date): Date | null {
  const later = getExpiry(holder, startedAt, now);
  return later.getTime() - expire.getTime() > LIFETIMES[holder].idleMs * EXTENSION_SHARE ? later : null;
}

/** 256 random bits, for the cookie. */
export const createSid = (): string => randomBytes(32).toString('base64url');

/** The form of a session id in the table, in tokens and in events. */
export const hashSid = (sid: string): string => hash('sha256', sid, 'hex');
