/**
 * D10: a session lives 30 days from its last use. Writing that down at every request would be a write for every read, so
 * it is rolled on once a day: whoever comes at least every 29 days stays.
 */
import { SESSION_DAYS } from '@shop/contracts/identity';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

export const isDueForExtension = (expire: Date, now: Date): boolean =>
  expire.getTime() - now.getTime() < (SESSION_DAYS - 1) * DAY_MS;
