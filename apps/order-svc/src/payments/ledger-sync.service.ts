import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isPayable } from '../orders/payment-status.rules.js';
import { MoneyLedger } from './money-ledger.js';
import { paymentStateOf } from './payment-state.rules.js';
import { PaymentsRepository } from './payments.repository.js';
import { PaidOrdersService } from './paid-orders.service.js';

/** An order's payment says something else than its facts, which nothing of the shop's does: an admin puts it right. */
@Injectable()
export class LedgerSyncService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedger,
    private readonly paidOrders: PaidOrdersService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** False where they agree (by now). */
  async syncFromLedger(orderId: string, by: AuditActor): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const snapshot = await this.orders.find(orderId);
      // The cart before the order, as everywhere.
      const cartId = snapshot && (await this.payments.lockCartOfOwner(manager, snapshot));
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return false;
      const before = order.paymentStatus;
      const after = paymentStateOf(order, await this.moneyLedger.listEntries(manager, orderId));
      if (before === after) return false;
      // Not as one of D27's moves: it was never what it said.
      order.paymentStatus = after;
      await this.saveOrder(manager, order, cartId);
      await this.auditTrail.record(manager, {
        actor: by,
        action: 'order.payment-corrected',
        subject: { type: 'order', id: orderId },
        before: { paymentStatus: before },
        after: { paymentStatus: after },
      });
      return true;
    });
  }

  /** What was paid all along becomes an order now, and ends at once where all of it has gone back. */
  private async saveOrder(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    const isNewlyPaid = order.status === 'created' && !isPayable(order.paymentStatus);
    if (isNewlyPaid) order.markPaid();
    await this.orders.save(manager, order);
    if (isNewlyPaid) await this.paidOrders.startPaidOrder(manager, order, cartId);
  }
}
