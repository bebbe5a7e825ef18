import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SessionsRepository } from './sessions.repository.js';

const EVERY_MS = 60 * 60 * 1000;

/** Removes sessions that nobody came back to. They are dead without it; this only keeps the table small. */
@Injectable()
export class ExpiredSessionsSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('ExpiredSessionsSweep');
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(SessionsRepository) private readonly sessions: SessionsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sessions.deleteExpired().catch((error: unknown) => this.log.warn({ err: error }, 'expired sessions could not be removed'));
    }, EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
