import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErasureRequested } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { EraseRequests } from './erase-requests.js';

@Controller()
export class RequestsConsumer {
  constructor(private readonly requests: EraseRequests) {}

  @OnEvent(userErasureRequested)
  async onUserErasureRequested(
    { data }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.requests.erase(manager, data);
  }
}
