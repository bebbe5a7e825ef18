import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope } from '@shop/contracts/common';
import { userRegistered } from '@shop/contracts/identity';
import { EventOutbox, Republishes, type EventContext } from '@shop/messaging';
import { toRegistration } from './user.mapper.js';
import { UsersRepository } from './users.repository.js';

const PAGE = 500;

@Controller()
export class UsersConsumer {
  constructor(
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Tells of every account again, so that a read model can be rebuilt. */
  @Republishes('user')
  async republish(_event: EventEnvelope<unknown>, { manager }: EventContext): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const page = await this.users.listAfter(manager, after, PAGE);
      for (const user of page) await this.outbox.publish(manager, userRegistered, { subject: `user/${user.id}`, data: toRegistration(user) });
      after = page.at(-1)?.id ?? null;
      if (page.length < PAGE) return;
    }
  }
}
