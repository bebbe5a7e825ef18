import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@shop/jobs';
import { ErasureReminderService } from './erasures/erasure-reminder.service.js';
import { AccountAttemptsService } from './passwords/account-attempts.service.js';
import { ResetTokensRepository } from './passwords/reset-tokens.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

/**
 * Deletes expired sessions, reset tokens and attempt counters, which only saves space, and repeats erasure requests that were not confirmed.
 */
@Injectable()
export class HourlyCleanupTask {
  constructor(
    @Inject(SessionsRepository) private readonly sessions: SessionsRepository,
    @Inject(ResetTokensRepository) private readonly resetTokens: ResetTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(ErasureReminderService) private readonly erasureReminder: ErasureReminderService,
  ) {}

  @Cron('17 * * * *', { name: 'identity.cleanup' })
  async runCleanup(): Promise<void> {
    await this.erasureReminder.repeatOverdueRequests();
    await this.sessions.deleteExpired();
    await this.resetTokens.deleteExpired();
    await this.accountAttempts.deleteExpired();
  }
}
