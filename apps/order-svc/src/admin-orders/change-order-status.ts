import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { OrderStatus, Tracking } from '@shop/contracts/order';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { CancelPaidOrder } from '../fulfilment/cancel-paid-order.js';
import { HandMoves } from '../fulfilment/hand-moves.js';
import { OrderEvents } from '../orders/order-events.js';
import { mayBeMovedByHand } from '../orders/order-status.rules.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { CancelUnpaidOrder, type Cancellation } from '../payments/cancel-unpaid-order.js';

export interface OrderMove {
  to: OrderStatus;
  /** Of a shipped order. */
  tracking: Tracking | null;
}

const moveRefused = (from: OrderStatus, to: OrderStatus) =>
  to === 'paid'
    ? new DomainError('ORDER_PAID_BY_HAND', 'conflict', 'Only the payment provider can say that an order is paid.')
    : new DomainError('ORDER_MOVE_REFUSED', 'conflict', `An order that is ${from} cannot become ${to}.`);

/** An admin moves an order on (D30b, D42); who it was is written down in the same transaction. */
@Injectable()
export class ChangeOrderStatus {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly events: OrderEvents,
    private readonly cancelUnpaid: CancelUnpaidOrder,
    private readonly cancelPaid: CancelPaidOrder,
    private readonly printing: HandMoves,
  ) {}

  async execute(orderId: string, move: OrderMove, by: AuditActor): Promise<void> {
    const order = await this.get(orderId);
    if (!mayBeMovedByHand(order.status, move.to)) throw moveRefused(order.status, move.to);
    if (order.status === 'created') assertCancelled(await this.cancelUnpaid.execute(orderId, by));
    else
      await this.printing.afterHandingOver(() =>
        move.to === 'cancelled' ? this.cancel(orderId, by) : this.move(orderId, move, by),
      );
    if (move.to === 'cancelled') await this.cancelPaid.payBack(orderId);
    if (move.to === 'processing') this.printing.wake();
  }

  /** The printer is asked before: what is printed already is not cancelled. */
  private async cancel(orderId: string, by: AuditActor): Promise<void> {
    const recalled = await this.printing.recall(orderId);
    await this.dataSource.transaction(async (manager) => {
      // The printer may tell of it before it answers: then that is done already, and the money is on its way.
      if (recalled && (await this.orders.findLocked(manager, orderId))?.status === 'cancelled') return;
      const order = await this.lock(manager, orderId, 'cancelled');
      await this.printing.assertStill(manager, orderId, recalled);
      await this.cancelPaid.within(manager, order, { reason: 'cancelled by an admin', by });
    });
  }

  private async move(orderId: string, { to, tracking }: OrderMove, by: AuditActor): Promise<void> {
    const recalled = to === 'processing' ? null : await this.printing.recallUnheard(orderId);
    await this.dataSource.transaction(async (manager) => {
      const order = await this.lock(manager, orderId, to);
      const from = order.status;
      order.moveTo(to);
      order.tracking = tracking ?? order.tracking;
      await this.orders.save(manager, order);
      await this.printing.follow(manager, orderId, to, recalled);
      await this.events.statusChanged(manager, order, from, by);
    });
  }

  private async lock(manager: EntityManager, orderId: string, to: OrderStatus): Promise<Order> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order || !mayBeMovedByHand(order.status, to)) throw moveRefused(order?.status ?? 'cancelled', to);
    return order;
  }

  private async get(orderId: string): Promise<Order> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
    return order;
  }
}

/** From `created` the only way by hand is to cancel; a customer who paid at that moment comes first. */
function assertCancelled(cancellation: Cancellation): void {
  switch (cancellation) {
    case 'cancelled':
      return;
    case 'paid-meanwhile':
      throw new DomainError('ORDER_JUST_PAID', 'conflict', 'This order has just been paid. Please look at it again.');
    case 'held':
      throw new DomainError(
        'ORDER_HELD',
        'conflict',
        'Another amount than its total was paid for this order. Please give it back under Money on the dashboard.',
      );
    case 'being-paid':
      throw new DomainError(
        'ORDER_BEING_PAID',
        'conflict',
        'This order is being paid right now. Please try again in a moment.',
      );
    case 'not-open':
      throw new DomainError('ORDER_MOVED_ON', 'conflict', 'This order has changed meanwhile. Please look at it again.');
  }
}
