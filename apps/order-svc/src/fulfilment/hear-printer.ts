import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OrderStatus } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { CancelPaidOrder } from './cancel-paid-order.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import type { PrinterOrder } from './print-provider.js';
import { stepsOf, troubleOf } from './printer-verdict.rules.js';

/** Applies the printer's word to its order: at least once heard, exactly once applied, in any order. */
@Injectable()
export class HearPrinter {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly cancel: CancelPaidOrder,
    private readonly events: OrderEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async hear(orderId: string, said: PrinterOrder): Promise<void> {
    const moved = await this.dataSource.transaction((manager) => this.apply(manager, orderId, said));
    if (moved.includes('cancelled')) await this.cancel.payBack(orderId);
  }

  private async apply(manager: EntityManager, orderId: string, said: PrinterOrder): Promise<OrderStatus[]> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) return [];
    if (said.status !== 'cancelled') await this.fulfilments.noteKnown(manager, orderId, said.externalId);
    await this.tell(manager, order, said);
    const steps = stepsOf(order.status, said.status);
    for (const step of steps) await this.step(manager, order, step, said);
    if (steps.length === 0) await this.follow(manager, order, said);
    return steps;
  }

  private async step(manager: EntityManager, order: Order, to: OrderStatus, { tracking }: PrinterOrder): Promise<void> {
    if (to === 'cancelled') {
      this.logger.warn({ orderId: order.id }, 'the printer cancelled an order; its money goes back');
      return this.cancel.within(manager, order, { reason: 'cancelled by the printer', by: 'printer' });
    }
    const from = order.status;
    order.moveTo(to);
    if (to === 'shipped') order.tracking = tracking ?? order.tracking;
    await this.orders.save(manager, order);
    await this.events.statusChanged(manager, order, from, 'printer');
  }

  /** A parcel's number may come after the parcel has left. */
  private async follow(manager: EntityManager, order: Order, { tracking }: PrinterOrder): Promise<void> {
    if (order.status !== 'shipped' || order.tracking || !tracking) return;
    order.tracking = tracking;
    await this.orders.save(manager, order);
  }

  private async tell(manager: EntityManager, { id, status }: Order, said: PrinterOrder): Promise<void> {
    const trouble = troubleOf(status, said.status);
    const reason = trouble && said.reason ? `${trouble} It says: ${said.reason}` : trouble;
    const isNew = await this.fulfilments.noteReason(manager, id, reason);
    if (!isNew || trouble === null) return;
    this.logger.error({ orderId: id, status: said.status, reason: said.reason }, 'the printer has trouble with an order');
    await this.events.printingDelayed(manager, id, trouble);
  }
}
