import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { OrdersRepository } from '../orders/orders.repository.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { mayBeAtPrinter } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentsRepository, type Fulfilment } from '../fulfilment/fulfilments.repository.js';
import { PrintProviders } from '../fulfilment/print-providers.js';

const notWaiting = (): DomainError =>
  new DomainError('ORDER_NOT_WAITING', 'conflict', 'This order does not wait for the printer.');

/** An admin fixed the reason for the wait: submits the order now. */
@Injectable()
export class PrintRetryService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly printProviders: PrintProviders,
    private readonly schedule: FulfilmentSchedule,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Throws `unavailable` if the printer that may have the order is not configured. */
  async retryPrinting(orderId: string, by: AuditActor): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
      if (fulfilment && mayBeAtPrinter(fulfilment)) this.printProviders.getProvider(fulfilment.provider);
      if (!fulfilment || !(await this.makeDue(manager, fulfilment))) throw notWaiting();
      // The reason is not in the audit trail: it may name a person, and the trail cannot be erased.
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.printing-retried',
        subject: { type: 'order', id: orderId },
        before: null,
        after: null,
      });
    });
    this.schedule.wake();
  }

  /** An open change window stays open. An interrupted attempt is resumed by the next run. */
  private async makeDue(manager: EntityManager, { orderId, state }: Fulfilment): Promise<boolean> {
    if (state === 'submitted') return this.fulfilments.resubmit(manager, orderId);
    if (state === 'submitting') return true;
    if (state === 'change-window' && (await this.fulfilments.isChangeWindowOpen(manager, orderId))) return false;
    return this.fulfilments.makeDue(manager, orderId);
  }
}
