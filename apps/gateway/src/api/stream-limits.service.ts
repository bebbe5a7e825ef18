import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit/http';
import type { Config } from '../config.js';
import type { RequestContext } from '../requests/request-context.js';
import { hashSid } from '../sessions/session-cache.js';

/** A browser asks again with growing pauses, and polls in between. */
const RETRY_AFTER_SECONDS = 30;

const createTooManyError = (): DomainError =>
  new DomainError(
    'STREAMS_TOO_MANY',
    'too-many',
    'Too many pages with live updates are open at the same time. Please close some of them.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** Counts the open event streams of each session and each address at this gateway. */
@Injectable()
export class StreamLimits {
  private readonly openStreams = new Map<string, number>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Counts a stream until its response closes. Throws `too-many` (429). `client` is the key of the address. */
  countStream({ res, sid, token }: RequestContext, client: string): void {
    const { RATE_LIMIT_ENABLED, STREAMS_PER_SESSION, STREAMS_PER_ADDRESS } = this.config;
    // Without a token the cookie is not of a session: its value may be new in each request.
    const session = token !== undefined && sid !== null ? hashSid(sid) : undefined;
    // The response of a client that has gone away does not close a second time.
    if (!RATE_LIMIT_ENABLED || res.closed || res.destroyed) return;
    const isFull = (key: string, max: number): boolean => (this.openStreams.get(key) ?? 0) >= max;
    if (isFull(client, STREAMS_PER_ADDRESS) || (session !== undefined && isFull(session, STREAMS_PER_SESSION)))
      throw createTooManyError();
    for (const key of session === undefined ? [client] : [client, session]) {
      this.openStreams.set(key, (this.openStreams.get(key) ?? 0) + 1);
      res.once('close', () => this.uncount(key));
    }
  }

  private uncount(key: string): void {
    const left = (this.openStreams.get(key) ?? 0) - 1;
    if (left > 0) this.openStreams.set(key, left);
    else this.openStreams.delete(key);
  }
}
