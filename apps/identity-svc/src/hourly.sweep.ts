import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
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
export class HourlySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('HourlySweep');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SessionsRepository) private readonly sessions: SessionsRepository,
    @Inject(ResetTokensRepository) private readonly links: ResetTokensRepository,
    @Inject(AccountAttempts) private readonly attempts: AccountAttempts,
    @Inject(WaitingErasures) private readonly erasures: WaitingErasures,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.log.warn({ err: error }, 'the sweep failed; it comes again in an hour'));
    }, EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    await this.erasures.askAgain();
    await this.sessions.deleteExpired();
    await this.links.deleteExpired();
    await this.attempts.deleteExpired();
  }
}
