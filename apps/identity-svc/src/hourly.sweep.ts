import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingTask } from '@shop/service-kit';
import { WaitingErasures } from './erasures/waiting-erasures.js';
import { AccountAttempts } from './passwords/account-attempts.js';
import { ResetTokensRepository } from './passwords/reset-tokens.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Removes sessions, links and counts whose time is over (they mean nothing any more; this only keeps the tables small), and asks
 * again for erasures that nobody has confirmed.
 */
@Injectable()
export class HourlySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('HourlySweep');
  private readonly task = new RepeatingTask(
    () => this.sweep(),
    EVERY_MS,
    (error) => this.log.warn({ err: error }, 'the sweep failed; it comes again in an hour'),
  );

  constructor(
    @Inject(SessionsRepository) private readonly sessions: SessionsRepository,
    @Inject(ResetTokensRepository) private readonly links: ResetTokensRepository,
    @Inject(AccountAttempts) private readonly attempts: AccountAttempts,
    @Inject(WaitingErasures) private readonly erasures: WaitingErasures,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  async sweep(): Promise<void> {
    await this.erasures.askAgain();
    await this.sessions.deleteExpired();
    await this.links.deleteExpired();
    await this.attempts.deleteExpired();
  }
}
