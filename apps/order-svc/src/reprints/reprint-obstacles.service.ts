import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FulfilmentHoldsRepository } from '../fulfilment/fulfilment-holds.repository.js';
import type { Order } from '../orders/order.entity.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { findReprintObstacle, type ReprintObstacle } from './reprint.rules.js';

/** Looks at an order, its money and the shop's payment keys before anything of it is printed again. */
@Injectable()
export class ReprintObstaclesService {
  constructor(
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly holds: FulfilmentHoldsRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  /** Why no item of the order can be sent again; null if each can. */
  async findObstacle(manager: EntityManager, order: Order): Promise<ReprintObstacle | null> {
    const { livemode } = await this.paymentProviders.current.getKnownAccount();
    const isPaidInTest = livemode && order.intent?.livemode === false;
    const { status, anonymisedAt } = order;
    const money = await this.refundSummaries.getByOrder(order.id, manager);
    const doubts = await this.holds.listLateDoubts(manager, order.id);
    return findReprintObstacle({ status, anonymisedAt, isPaidInTest, doubts }, money);
  }
}
