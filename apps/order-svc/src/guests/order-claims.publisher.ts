import { Injectable } from '@nestjs/common';
import { orderClaimed } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

@Injectable()
export class OrderClaimsPublisher {
  constructor(private readonly outbox: EventOutbox) {}

  /** Once for each order, in the transaction that gives it the account. */
  async publishClaimed(manager: EntityManager, orderId: string, userId: string): Promise<void> {
    await this.outbox.publish(manager, orderClaimed, { subject: `order/${orderId}`, data: { orderId, userId } });
  }
}
