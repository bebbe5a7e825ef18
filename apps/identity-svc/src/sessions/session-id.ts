import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, for the cookie. */
export const createSid = (): string => randomBytes(32).toString('base64url');

/** The form of a session id in the table, in tokens and in events. */
export const hashSid = (sid: string): string => hash('sha256', sid, 'hex');
