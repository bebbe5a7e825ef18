import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErased, userRegistered } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { LetterDesk } from '../letters/letter-desk.js';
import { AccountsRepository } from './accounts.repository.js';
import { isWelcomed } from './welcome.rules.js';

@Controller()
export class AccountsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly letters: LetterDesk,
  ) {}

  @OnEvent(userRegistered, { keepLatest: true })
  async onUserRegistered(
    { data }: EventEnvelope<EventPayload<typeof userRegistered>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, firstName } = data;
    await this.accounts.save(manager, { userId, email, firstName });
    if (isWelcomed(data, new Date()))
      await this.letters.send(manager, {
        key: `welcome/${userId}`,
        to: email,
        letter: 'welcome',
        props: { firstName },
      });
  }

  /** The last letter to this address; with its sending the address is forgotten too. */
  @OnEvent(userErased, { keepLatest: true })
  async onUserErased(
    { data }: EventEnvelope<EventPayload<typeof userErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, firstName } = data;
    await this.accounts.remove(manager, userId);
    await this.letters.forget(manager, email);
    await this.letters.send(manager, {
      key: `account-erased/${userId}`,
      to: email,
      letter: 'account-erased',
      props: { firstName },
    });
  }
}
