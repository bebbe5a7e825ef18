import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingTask } from '@shop/service-kit';
import { ErasureReminderService } from './erasures/erasure-reminder.service.js';
import { AccountAttemptsService } from './passwords/account-attempts.service.js';
import { ResetTokensRepository } from './passwords/reset-tokens.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

const INTERVAL_MS = 60 * 60 * 1000;

/**
 * Deletes expired sessions, reset tokens and attempt counters, which only saves space, and repeats erasure requests that were not confirmed.
 */
@Injectable()
export class HourlyCleanupTask implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('HourlyCleanup');
  private readonly task = new RepeatingTask(
    () => this.runCleanup(),
    INTERVAL_MS,
    (error) => this.log.warn({ err: error }, 'the cleanup failed and is retried in an hour'),
  );

  constructor(
    @Inject(SessionsRepository) private readonly sessions: SessionsRepository,
    @Inject(ResetTokensRepository) private readonly resetTokens: ResetTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(ErasureReminderService) private readonly erasureReminder: ErasureReminderService,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  async runCleanup(): Promise<void> {
    await this.erasureReminder.repeatOverdueRequests();
    await this.sessions.deleteExpired();
    await this.resetTokens.deleteExpired();
    await this.accountAttempts.deleteExpired();
  }
}
