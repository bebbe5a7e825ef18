import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit/http';
import PQueue from 'p-queue';
import type { Config } from '../config.js';
import type { RoutedContext } from '../requests/request-context.js';
import { hashSid } from '../sessions/session-cache.js';

/** Changes of one session mostly lock the same rows: a third would only hold one of its service's connections. */
const AT_ONCE = 2;
/** More than a page sends, fewer than an attacker. */
const MAX_WAITING = 20;
/** How long a client that leaves before its response keeps the place: the service does not know, and goes on. */
const LEFT_MS = 1_000;

/**
 * The changes of one session reach the services two at a time; others wait here, where waiting costs nothing. Without this, one visitor's
 * changes of one cart take all connections of order-svc.
 */
@Injectable()
export class SessionQueues {
  private readonly queues = new Map<string, PQueue>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'RATE_LIMIT_ENABLED'>) {}

  /**
   * Resolves when the call may go on, with whether it waited. Its place is free again when its response is complete, or a second after its client
   * has left. Reads, and calls that take long by nature (which have limits of their own), do not wait.
   * @throws DomainError too-many (429) if twenty calls of the session wait.
   */
  async waitForTurn({ req, res, route, sid, token }: RoutedContext): Promise<boolean> {
    if (!this.config.RATE_LIMIT_ENABLED || sid === null || token === undefined) return false;
    if (req.method === 'GET' || req.method === 'HEAD' || route.response || route.body === 'upload') return false;
    const key = hashSid(sid);
    const queue = this.queues.get(key) ?? new PQueue({ concurrency: AT_ONCE });
    if (queue.size >= MAX_WAITING)
      throw new DomainError('CHANGES_TOO_MANY', 'too-many', 'Too many changes at once. Please wait a moment.', {
        retryAfterSeconds: 1,
      });
    this.queues.set(key, queue);
    const mustWait = queue.size + queue.pending >= AT_ONCE;
    await new Promise<void>((resolve) => {
      void queue
        .add(async () => {
          resolve();
          if (res.closed || res.destroyed) return;
          await new Promise((onClosed) => res.once('close', onClosed));
          if (!res.writableFinished) await new Promise((onPassed) => setTimeout(onPassed, LEFT_MS).unref());
        })
        .then(() => {
          if (queue.size + queue.pending === 0) this.queues.delete(key);
        });
    });
    return mustWait;
  }
}
