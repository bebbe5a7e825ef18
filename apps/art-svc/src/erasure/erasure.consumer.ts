import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErasureRequested } from '@shop/contracts/identity';
import { ordersAnonymised } from '@shop/contracts/order';
import { OnEvent } from '@shop/messaging';
import { EraseCustomer } from './erase-customer.js';

/** Without the inbox: files are removed between two transactions. */
@Controller()
export class ErasureConsumer {
  constructor(private readonly customers: EraseCustomer) {}

  @OnEvent(userErasureRequested, { inbox: false })
  onErasureRequested({ data }: EventEnvelope<EventPayload<typeof userErasureRequested>>): Promise<void> {
    return this.customers.requested(data.userId);
  }

  @OnEvent(ordersAnonymised, { inbox: false })
  onOrdersAnonymised({ data }: EventEnvelope<EventPayload<typeof ordersAnonymised>>): Promise<void> {
    return this.customers.ordersEnded(data.userId);
  }
}
