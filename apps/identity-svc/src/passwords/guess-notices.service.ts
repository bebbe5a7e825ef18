import { Inject, Injectable } from '@nestjs/common';
import { passwordGuessesDetected } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { UsersRepository } from '../users/users.repository.js';
import { AttemptCountersRepository, type Counter } from './attempt-counters.repository.js';

/** An attack may last for days; the owner gets one email about it. */
const NOTICE_PAUSE_SECONDS = 7 * 86_400;

/** Notifies the owner of an account, by an event for an email, of many wrong passwords. */
@Injectable()
export class GuessNoticesService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(AttemptCountersRepository) private readonly counters: AttemptCountersRepository,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Does nothing for an unknown account, and within a week after the last time. `counter` is the account's. */
  async publishNotice(email: string, client: SignInClient, counter: Counter): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpenByEmail(manager, email);
      const isClaimed = await this.counters.claim(counter, NOTICE_PAUSE_SECONDS, manager);
      if (!isClaimed || !user) return;
      await this.securityLog.addEntry({ event: 'guesses-detected', userId: user.id, client }, manager);
      await this.outbox.publish(manager, passwordGuessesDetected, {
        subject: `user/${user.id}`,
        data: { userId: user.id, email },
      });
    });
  }
}
