import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userRegistered } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';

/** Ignores an old event of a user whose account was erased. */
const SAVE_ACCOUNT = `
  INSERT INTO accounts (id, email) SELECT $1::uuid, $2 WHERE NOT EXISTS (SELECT 1 FROM user_erasures WHERE user_id = $1::uuid) ON CONFLICT (id) DO NOTHING`;

@Controller()
export class AccountsConsumer {
  @OnEvent(userRegistered)
  async onUserRegistered(
    { data }: EventEnvelope<EventPayload<typeof userRegistered>>,
    { manager }: EventContext,
  ): Promise<void> {
    await manager.query(SAVE_ACCOUNT, [data.userId, data.email]);
  }
}
