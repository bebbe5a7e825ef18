import { Inject, Injectable } from '@nestjs/common';
import { registrationRefused } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { AttemptCountersRepository, toCounter } from '../passwords/attempt-counters.repository.js';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { UsersRepository } from '../users/users.repository.js';

/** The owner gets one email, however often the address is entered. */
const NOTICE_PAUSE_SECONDS = 86_400;

/** Notifies the owner of an account, by an event for an email, that the address was entered in a registration. */
@Injectable()
export class RegistrationNoticesService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(AttemptCountersRepository) private readonly counters: AttemptCountersRepository,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Does nothing within a day after the last time, and for an account that is being deleted. */
  async publishNotice(email: string, client: SignInClient): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpenByEmail(manager, email);
      if (!user) return;
      const counter = toCounter('registration', { email }, 'notice');
      if (!(await this.counters.claim(counter, NOTICE_PAUSE_SECONDS, manager))) return;
      await this.securityLog.addEntry({ event: 'registered-again', userId: user.id, client }, manager);
      await this.outbox.publish(manager, registrationRefused, {
        subject: `user/${user.id}`,
        data: { userId: user.id, email },
      });
    });
  }
}
