import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { isGatewayArchive } from '@shop/contracts-all';
import { CONFIG } from '@shop/service-kit/http';
import PQueue from 'p-queue';
import type { Config } from '../config.js';
import type { RoutedContext } from '../requests/request-context.js';
import { hashSid } from '../sessions/session-cache.js';

/** Changes of one cart or order lock the same rows: a third would only hold one of order-svc's connections. */
const AT_ONCE = 2;
/** More than a page sends, fewer than an attacker. */
const MAX_WAITING = 20;
/** Shorter than the patience of a page. */
const MAX_WAIT_MS = 15_000;
/** Longer than the gateway waits for order-svc. A client that does not read its response, or sends its body slowly, keeps no place for longer. */
const MAX_HOLD_MS = 20_000;
/** How long a client that leaves before its response keeps the place: the service does not know, and goes on. */
const LEFT_MS = 1_000;

const createTooManyError = (): DomainError =>
  new DomainError('CHANGES_TOO_MANY', 'too-many', 'Too many changes at once. Please wait a moment.', {
    retryAfterSeconds: 1,
  });

/** Resolves when the place of a call is free again. */
function waitUntilDone(res: RoutedContext['res']): Promise<void> {
  if (res.closed || res.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, MAX_HOLD_MS).unref();
    res.once('close', () => {
      clearTimeout(limit);
      if (res.writableFinished) resolve();
      else setTimeout(resolve, LEFT_MS).unref();
    });
  });
}

/**
 * The changes of carts and orders of one session reach order-svc two at a time; others wait here, where waiting costs nothing. Without this,
 * one visitor's changes of one cart take all connections of order-svc.
 */
@Injectable()
export class SessionQueues {
  private readonly queues = new Map<string, PQueue>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'RATE_LIMIT_ENABLED'>) {}

  /**
   * Resolves when the call may go on, with whether it waited. Its place is free again when its response is complete, a second after its client
   * has left, or after twenty seconds. Other services' calls, reads, and calls that take long by nature (which have limits of their own) do not wait.
   * @throws DomainError too-many (429) if twenty calls of the session wait, or after fifteen seconds.
   */
  async waitForTurn({ req, res, route, sid, token }: RoutedContext): Promise<boolean> {
    if (!this.config.RATE_LIMIT_ENABLED || sid === null || token === undefined) return false;
    if (isGatewayArchive(route) || route.service !== 'order' || route.response || route.body === 'upload') return false;
    if (req.method === 'GET' || req.method === 'HEAD') return false;
    const key = hashSid(sid);
    const queue = this.queues.get(key) ?? new PQueue({ concurrency: AT_ONCE });
    if (queue.size >= MAX_WAITING) throw createTooManyError();
    this.queues.set(key, queue);
    const mustWait = queue.size + queue.pending >= AT_ONCE;
    await this.waitIn(queue, res).finally(() => {
      if (queue.size + queue.pending === 0) this.queues.delete(key);
    });
    return mustWait;
  }

  /** A client that leaves while it waits leaves the queue; its call ends by itself. */
  private waitIn(queue: PQueue, res: RoutedContext['res']): Promise<void> {
    const waiting = new AbortController();
    const leave = (): void => waiting.abort();
    res.once('close', leave);
    const limit = setTimeout(leave, MAX_WAIT_MS).unref();
    return new Promise((resolve, reject) => {
      queue
        .add(
          () => {
            res.off('close', leave);
            clearTimeout(limit);
            resolve();
            return waitUntilDone(res);
          },
          { signal: waiting.signal },
        )
        .catch(() => (res.closed || res.destroyed ? resolve() : reject(createTooManyError())));
    });
  }
}
