import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { type AuditActor, type Caller, type SeenVersions, toAuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEmailService } from '../orders/order-email.service.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { OrderVersionsService } from './order-versions.service.js';
import { RefundApprovalService } from './refund-approval.service.js';

export const orderAnonymised = (): DomainError =>
  new DomainError(
    'ORDER_ANONYMISED',
    'conflict',
    'The personal data of this order was removed: it has no email any more.',
  );

/** An admin corrects the email address of an order, or ends the links in its emails, whatever its status. */
@Injectable()
export class EmailCorrectionsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly versions: OrderVersionsService,
    private readonly orderEmail: OrderEmailService,
    private readonly refundApproval: RefundApprovalService,
  ) {}

  async correctEmail(orderId: string, email: string, caller: Caller, seen: SeenVersions): Promise<void> {
    await this.withOrder(orderId, async (manager, order) => {
      if (order.email === email) return;
      await this.versions.assertUnchanged(manager, order, ['address'], seen);
      this.refundApproval.assertMayCorrectEmail(caller, order);
      await this.orderEmail.correctEmail(manager, order, email, toAuditActor(caller));
    });
  }

  async endLinks(orderId: string, by: AuditActor, seen: SeenVersions): Promise<void> {
    await this.withOrder(orderId, async (manager, order) => {
      await this.versions.assertUnchanged(manager, order, ['address'], seen);
      await this.orderEmail.endLinks(manager, order, by);
    });
  }

  private async withOrder(
    orderId: string,
    change: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      if (order.anonymisedAt) throw orderAnonymised();
      await change(manager, order);
    });
  }
}
