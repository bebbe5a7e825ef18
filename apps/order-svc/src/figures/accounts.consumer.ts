import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userRegistered } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';

@Controller()
export class AccountsConsumer {
  @OnEvent(userRegistered)
  async onUserRegistered({ data }: EventEnvelope<EventPayload<typeof userRegistered>>, { manager }: EventContext): Promise<void> {
    await manager.query('INSERT INTO accounts (id, email) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [data.userId, data.email]);
  }
}
