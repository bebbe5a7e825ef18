import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { OrdersRepository } from '../orders/orders.repository.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { mayBeAtPrinter } from './fulfilment.rules.js';
import { FulfilmentsRepository, type Fulfilment } from './fulfilments.repository.js';
import { PrintProviders } from './print-providers.js';

const notWaiting = (): DomainError =>
  new DomainError('ORDER_NOT_WAITING', 'conflict', 'This order does not wait for the printer.');

/** An admin has mended what stood in the way: the printer is told now instead of later. */
@Injectable()
export class RetryPrinting {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly providers: PrintProviders,
    private readonly schedule: FulfilmentSchedule,
    private readonly trail: AuditTrail,
  ) {}

  /** Throws `unavailable` where whoever may have the order is not set up any more. */
  async execute(orderId: string, by: AuditActor): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
      const fulfilment = await this.fulfilments.find(orderId, manager);
      if (fulfilment && mayBeAtPrinter(fulfilment)) this.providers.of(fulfilment.provider);
      if (!fulfilment || !(await this.takeUp(manager, fulfilment))) throw notWaiting();
      // Why it waited stands in its row: the printer's own words may name a person, and the trail forgets nothing.
      await this.trail.record(manager, {
        actor: by,
        action: 'order.printing-retried',
        subject: { type: 'order', id: orderId },
        before: null,
        after: null,
      });
    });
    this.schedule.wake();
  }

  /** What is held is not hastened before its hold is over; a try that broke off is taken up as soon as somebody looks. */
  private async takeUp(manager: EntityManager, { orderId, state }: Fulfilment): Promise<boolean> {
    if (state === 'submitted') return this.fulfilments.handOverAgain(manager, orderId);
    if (state === 'submitting') return true;
    if (state === 'held' && (await this.fulfilments.isHeld(manager, orderId))) return false;
    return this.fulfilments.hasten(manager, orderId);
  }
}
