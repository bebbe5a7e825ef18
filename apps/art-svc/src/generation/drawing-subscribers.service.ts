import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';

/** A subscriber of a dead instance counts until then. */
const EXPIRES_AFTER_MS = 8_000;

/**
 * Counts the open requests and streams that wait for a drawing, over all instances. Each has a row that is renewed like a
 * lease, so rows of a dead instance expire.
 */
@Injectable()
export class DrawingSubscribersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` and counts as a subscriber until it ends, or until `disconnected` is aborted, whichever is sooner.
   */
  async withSubscriber<Result>(
    drawingId: string,
    disconnected: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (disconnected.aborted) return work();
    const subscriberId = randomUUID();
    await this.logFailure(this.insertSubscriber(subscriberId, drawingId));
    const heartbeat = setInterval(() => void this.logFailure(this.renewSubscriber(subscriberId)), EXPIRES_AFTER_MS / 3);
    let unsubscribed: Promise<void> | undefined;
    const unsubscribe = (): void => {
      clearInterval(heartbeat);
      unsubscribed ??= this.logFailure(this.deleteSubscriber(subscriberId));
    };
    disconnected.addEventListener('abort', unsubscribe, { once: true });
    try {
      return await work();
    } finally {
      disconnected.removeEventListener('abort', unsubscribe);
      unsubscribe();
      await unsubscribed;
    }
  }

  async hasSubscribers(drawingId: string, manager: EntityManager): Promise<boolean> {
    const subscribers = await manager.query<unknown[]>(
      'SELECT FROM ai_job_subscribers WHERE job_id = $1 AND expires_at > now() LIMIT 1',
      [drawingId],
    );
    return subscribers.length > 0;
  }

  /** Deletes rows of instances that died. */
  @Cron('* * * * *', { name: 'art.subscribers.cleanup' })
  async deleteExpired(): Promise<void> {
    await this.dataSource.query(`DELETE FROM ai_job_subscribers WHERE expires_at < now() - interval '1 hour'`);
  }

  private async insertSubscriber(subscriberId: string, drawingId: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO ai_job_subscribers (id, job_id, expires_at)
       SELECT $1, id, now() + $3 * interval '1 millisecond' FROM ai_jobs WHERE id = $2`,
      [subscriberId, drawingId, EXPIRES_AFTER_MS],
    );
  }

  private async renewSubscriber(subscriberId: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE ai_job_subscribers SET expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1`,
      [subscriberId, EXPIRES_AFTER_MS],
    );
  }

  private async deleteSubscriber(subscriberId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM ai_job_subscribers WHERE id = $1', [subscriberId]);
  }

  /** A failure here must not fail the request; a row that is not renewed expires. */
  private logFailure(write: Promise<void>): Promise<void> {
    return write.catch((error: unknown) =>
      this.logger.warn({ err: error }, 'could not update the subscribers of a drawing'),
    );
  }
}
