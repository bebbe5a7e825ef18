/**
 * A session lives for 30 days after its last use. To avoid a write for each request, it is extended at most once a day, so the actual minimum is
 * 29 days after the last use.
 */
import { SESSION_DAYS } from '@shop/contracts/identity';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

export const isDueForExtension = (expire: Date, now: Date): boolean =>
  expire.getTime() - now.getTime() < (SESSION_DAYS - 1) * DAY_MS;
