import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { passwordChanged, passwordResetRequested } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { LetterDesk } from '../letters/letter-desk.js';

@Controller()
export class PasswordLettersConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly letters: LetterDesk,
  ) {}

  /** D11. A link that has run out is not sent any more. */
  @OnEvent(passwordResetRequested)
  async onPasswordResetRequested(
    { id, data }: EventEnvelope<EventPayload<typeof passwordResetRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { email, firstName, token, expiresAt } = data;
    await this.letters.send(manager, {
      key: `reset-link/${id}`,
      to: email,
      letter: 'reset-link',
      props: { firstName, token },
      expiresAt: new Date(expiresAt),
    });
  }

  @OnEvent(passwordChanged)
  async onPasswordChanged(
    { id, time, data }: EventEnvelope<EventPayload<typeof passwordChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const account = await this.accounts.find(manager, data.userId);
    const props = { firstName: account?.firstName ?? null, at: time, by: data.by };
    await this.letters.send(manager, {
      key: `password-changed/${id}`,
      to: data.email,
      letter: 'password-changed',
      props,
    });
  }
}
