import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { SignInClient } from './sign-in-client.js';

/** `npm run admin` also adds `second-factor-reset`. */
export type SecurityEvent =
  | 'data-downloaded'
  | 'registered'
  | 'signed-in'
  | 'password-wrong'
  | 'guesses-detected'
  | 'session-ended'
  | 'signed-out'
  | 'signed-out-everywhere'
  | 'reset-link-requested'
  | 'reset-link-wrong'
  | 'password-changed'
  | 'password-reset'
  | 'email-confirmed'
  | 'registered-again'
  | 'second-factor-entered'
  | 'second-factor-wrong'
  | 'second-factor-turned-on'
  | 'second-factor-turned-off'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'role-changed'
  | 'permissions-changed'
  | 'signed-out-by-admin'
  | 'erasure-requested-by-admin';

export interface SecurityLogEntry {
  event: SecurityEvent;
  /** Null if no account has the address that was entered. */
  userId: string | null;
  /** Null: an admin did it. */
  client: SignInClient | null;
}

/**
 * What happened to accounts: rows for 180 days, and a line of the log each. Contains no secret and no email address, and only the network of an
 * address. The rows of an account are deleted with it.
 */
@Injectable()
export class SecurityLog {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** With the manager of the change's transaction; without one for what failed. */
  async addEntry(
    { event, userId, client }: SecurityLogEntry,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const network = client?.network ?? null;
    await manager.query('INSERT INTO security_log (event, user_id, network) VALUES ($1, $2, $3)', [
      event,
      userId,
      network,
    ]);
    this.logger.info({ securityEvent: event, userId, network }, 'security event');
  }

  /** Newest first. */
  async listByUser(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      'SELECT at, event, network FROM security_log WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT 10000',
      [userId],
    );
  }

  @Cron('27 3 * * *', { name: 'security-log.delete-old' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'security_log', time: 'at', age: '180 days' });
  }
}
