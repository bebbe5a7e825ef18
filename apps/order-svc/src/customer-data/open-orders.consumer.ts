import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErasureRequested } from '@shop/contracts-identity';
import { OnEvent } from '@shop/messaging';
import { UnpaidOrdersService } from '../order-lifecycle/unpaid-orders.service.js';
import { ErasuresRepository } from './erasures.repository.js';

/**
 * Cancels the unpaid orders of a user who requests an erasure. Runs outside a transaction, because it calls the
 * provider. An order that is being paid at this moment continues; if the provider does not answer, reconciliation
 * cancels the order later.
 */
@Controller()
export class OpenOrdersConsumer {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly unpaidOrders: UnpaidOrdersService,
  ) {}

  @OnEvent(userErasureRequested, { inbox: false })
  async onErasureRequested({ data }: EventEnvelope<EventPayload<typeof userErasureRequested>>): Promise<void> {
    for (const orderId of await this.erasures.listOpenOrders(data.userId))
      await this.unpaidOrders.cancelUnpaidOrder(orderId, null);
  }
}
