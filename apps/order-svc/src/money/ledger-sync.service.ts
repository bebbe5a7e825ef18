import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isPayable } from '../orders/payment-status.rules.js';
import { MoneyLedgerService } from '../payments/money-ledger.service.js';
import { computePaymentStatus } from '../payments/payment-state.rules.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { PaidOrdersService } from '../order-lifecycle/paid-orders.service.js';

/**
 * Corrects an order whose payment status differs from its ledger entries. Only a manual change of the database causes
 * that; an admin starts the correction.
 */
@Injectable()
export class LedgerSyncService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedgerService,
    private readonly paidOrders: PaidOrdersService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** False if the two agree. */
  async syncFromLedger(orderId: string, by: AuditActor): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const snapshot = await this.orders.find(orderId);
      // Every transaction locks the cart before the order; another sequence can deadlock.
      const cartId = snapshot && (await this.payments.lockCartOfOwner(manager, snapshot));
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return false;
      const before = order.paymentStatus;
      const after = computePaymentStatus(order, await this.moneyLedger.listEntries(manager, orderId));
      if (before === after) return false;
      // Assigned directly: the status was never right, so the rules for status changes do not apply.
      order.paymentStatus = after;
      await this.saveOrder(manager, order, cartId);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.payment-corrected',
        subject: { type: 'order', id: orderId },
        before: { paymentStatus: before },
        after: { paymentStatus: after },
      });
      return true;
    });
  }

  /** An order that was paid all along starts now. It is cancelled at once if all of its money is refunded. */
  private async saveOrder(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    const isNewlyPaid = order.status === 'created' && !isPayable(order.paymentStatus);
    if (isNewlyPaid) order.markPaid();
    await this.orders.save(manager, order);
    if (isNewlyPaid) await this.paidOrders.startPaidOrder(manager, order, cartId);
  }
}
