import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope } from '@shop/contracts/common';
import { userErasureRequested, userRegistered } from '@shop/contracts/identity';
import { EventOutbox, OnRepublish, type EventContext } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { toErasureRequest, toRegistration } from './user.mapper.js';
import { UsersRepository, type UserRow } from './users.repository.js';

const PAGE_SIZE = 500;

@Controller()
export class UsersConsumer {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Publishes all accounts again, so that read models can be rebuilt. A closed account is published as an erasure request. */
  @OnRepublish('user')
  async republishUsers(_event: EventEnvelope<unknown>, { manager }: EventContext): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const page = await this.usersRepository.lockPageAfter(manager, after, PAGE_SIZE);
      for (const user of page) await this.publishUser(manager, user);
      after = page.at(-1)?.id ?? null;
      if (page.length < PAGE_SIZE) return;
    }
  }

  private async publishUser(manager: EntityManager, user: UserRow): Promise<void> {
    const subject = `user/${user.id}`;
    if (user.closedAt)
      await this.outbox.publish(manager, userErasureRequested, {
        subject,
        data: toErasureRequest(user, user.closedAt),
      });
    else await this.outbox.publish(manager, userRegistered, { subject, data: toRegistration(user) });
  }
}
