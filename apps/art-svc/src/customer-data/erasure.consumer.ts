import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErasureRequested } from '@shop/contracts-identity';
import { ordersAnonymised } from '@shop/contracts-order';
import { OnEvent } from '@shop/messaging';
import { CustomerErasureService } from './customer-erasure.service.js';

/** Without the inbox, because files are removed between two transactions. */
@Controller()
export class ErasureConsumer {
  constructor(private readonly customerErasure: CustomerErasureService) {}

  @OnEvent(userErasureRequested, { inbox: false })
  onErasureRequested({ data }: EventEnvelope<EventPayload<typeof userErasureRequested>>): Promise<void> {
    return this.customerErasure.handleErasureRequest(data.userId);
  }

  @OnEvent(ordersAnonymised, { inbox: false })
  onOrdersAnonymised({ data }: EventEnvelope<EventPayload<typeof ordersAnonymised>>): Promise<void> {
    return this.customerErasure.handleOrdersAnonymised(data.userId);
  }
}
