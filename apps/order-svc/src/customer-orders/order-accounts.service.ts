import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { sessionMissing } from '@shop/contracts-common';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderClaimsPublisher } from '../guests/order-claims.publisher.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderInOtherAccount, orderNotPaid, orderUnknown } from './customer-order.errors.js';

/** Adds a guest's order to the account of a customer who has the link of its emails. */
@Injectable()
export class OrderAccountsService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly claims: OrderClaimsPublisher,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /**
   * The first account gets the order; for that account a repetition has no effect. An unpaid order belongs to the guest's
   * cart and can't be added. The caller has access to the order.
   */
  async addOrder(caller: Caller, orderId: string): Promise<void> {
    if (caller.kind !== 'user') throw sessionMissing();
    const { userId } = caller;
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order || order.anonymisedAt) throw orderUnknown();
      if (order.userId === userId) return;
      if (order.userId !== null) throw orderInOtherAccount();
      if (order.status === 'created') throw orderNotPaid();
      order.userId = userId;
      order.guestId = null;
      await this.orders.save(manager, order);
      await this.claims.publishClaimed(manager, orderId, userId);
    });
  }
}
