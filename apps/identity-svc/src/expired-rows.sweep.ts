import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PasswordAttempts } from './passwords/password-attempts.js';
import { ResetTokensRepository } from './passwords/reset-tokens.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

const EVERY_MS = 60 * 60 * 1000;

/** Removes sessions, links and counts whose time is over. They mean nothing any more; this only keeps the tables small. */
@Injectable()
export class ExpiredRowsSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('ExpiredRowsSweep');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SessionsRepository) private readonly sessions: SessionsRepository,
    @Inject(ResetTokensRepository) private readonly links: ResetTokensRepository,
    @Inject(PasswordAttempts) private readonly attempts: PasswordAttempts,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.log.warn({ err: error }, 'expired rows could not be removed'));
    }, EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    await this.sessions.deleteExpired();
    await this.links.deleteExpired();
    await this.attempts.deleteExpired();
  }
}
