import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErasureRequested } from '@shop/contracts/identity';
import { OnEvent } from '@shop/messaging';
import { CancelUnpaidOrder } from '../payments/cancel-unpaid-order.js';
import { ErasuresRepository } from './erasures.repository.js';

/**
 * Nobody waits for an order that was never paid. Outside a transaction, because the provider is asked; one that is being paid at
 * this moment goes on, and one that the provider does not answer for is cancelled by the sweep (D23).
 */
@Controller()
export class OpenOrdersConsumer {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly cancel: CancelUnpaidOrder,
  ) {}

  @OnEvent(userErasureRequested, { inbox: false })
  async onErasureRequested({ data }: EventEnvelope<EventPayload<typeof userErasureRequested>>): Promise<void> {
    for (const orderId of await this.erasures.listOpenOrders(data.userId)) await this.cancel.execute(orderId, null);
  }
}
