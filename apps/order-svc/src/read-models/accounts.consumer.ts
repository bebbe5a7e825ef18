import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userRegistered } from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { ReadModelsRepository } from './read-models.repository.js';

@Controller()
export class AccountsConsumer {
  constructor(private readonly readModels: ReadModelsRepository) {}

  @OnEvent(userRegistered)
  async onUserRegistered(
    { data }: EventEnvelope<EventPayload<typeof userRegistered>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.readModels.saveAccount(manager, data);
  }
}
