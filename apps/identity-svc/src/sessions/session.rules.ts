/**
 * A session lives for 30 days after its last use. To avoid a write for each request, it is extended at most once a day, so the actual minimum is
 * 29 days after the last use.
 */
import { hash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '@shop/contracts/identity';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

export const isDueForExtension = (expire: Date, now: Date): boolean =>
  expire.getTime() - now.getTime() < (SESSION_DAYS - 1) * DAY_MS;

/** 256 random bits, for the cookie. */
export const createSid = (): string => randomBytes(32).toString('base64url');

/** The form of a session id in the table, in tokens and in events. */
export const hashSid = (sid: string): string => hash('sha256', sid, 'hex');
