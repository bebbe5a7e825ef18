import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { parcelsOf, type OrderStatus } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { CancelPaidOrder } from './cancel-paid-order.js';
import { isOnItsWay, isSent, withItsWords } from './fulfilment.rules.js';
import { FulfilmentsRepository, type Fulfilment } from './fulfilments.repository.js';
import type { PrinterOrder } from './print-provider.js';
import { GONE_AT_PRINTER, stepsOf, troubleOf } from './printer-verdict.rules.js';

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
    await this.applyOnce(orderId, said, (manager) => this.noteTold(manager, orderId, said));
  }

  /** What the printer said to a try to hand it over. Cancelled there, it ends here too: nobody will print it under its number any more. */
  async hearAnswer(orderId: string, said: PrinterOrder, claim: string): Promise<void> {
    await this.applyOnce(orderId, said, (manager) =>
      said.status === 'cancelled'
        ? this.fulfilments.noteSubmitted(manager, orderId, claim, said.externalId)
        : this.noteTold(manager, orderId, said),
    );
  }

  /** The printer had it, and knows nothing of it any more. What was to be left alone there is settled by that. */
  async hearGone(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const fulfilment = await this.fulfilments.find(orderId, manager);
      if (!order || !fulfilment || isOnItsWay(fulfilment) || isSent(order.status)) return;
      await this.alarm(manager, orderId, {
        sentence: fulfilment.state === 'submitted' ? GONE_AT_PRINTER : null,
        words: null,
      });
    });
  }

  private async applyOnce(
    orderId: string,
    said: PrinterOrder,
    note: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const moved = await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return [];
      await note(manager);
      return this.apply(manager, order, said);
    });
    if (moved.includes('cancelled')) await this.cancel.payBack(orderId);
  }

  /** What it was never heard to have taken on it can't call off: whoever takes that back is about to decide. A draft it has not taken on. */
  private async noteTold(manager: EntityManager, orderId: string, { status, externalId }: PrinterOrder): Promise<void> {
    if (status !== 'cancelled' && status !== 'draft') await this.fulfilments.noteKnown(manager, orderId, externalId);
  }

  private async apply(manager: EntityManager, order: Order, said: PrinterOrder): Promise<OrderStatus[]> {
    const fulfilment = await this.fulfilments.find(order.id, manager);
    if (!fulfilment || isOnItsWay(fulfilment)) return [];
    await this.tell(manager, order, fulfilment, said);
    // Its own way is another by now: it was cancelled, or shipped by hand.
    if (fulfilment.state === 'cancelled') return [];
    if (said.status === 'cancelled' && isSent(order.status)) return this.noteSentByHand(manager, order.id);
    const steps = stepsOf(order.status, said.status);
    for (const step of steps) await this.step(manager, order, step, said);
    if (steps.length === 0) await this.follow(manager, order, said);
    // Written once: the second time PostgreSQL would look its cart up, which others lock before the order.
    else if (order.status !== 'cancelled') await this.orders.save(manager, order);
    return steps;
  }

  /** Nobody prints it any more, and yet it is on its way: an admin sent it. */
  private async noteSentByHand(manager: EntityManager, orderId: string): Promise<OrderStatus[]> {
    await this.fulfilments.cancel(manager, orderId);
    return [];
  }

  private async step(manager: EntityManager, order: Order, to: OrderStatus, { tracking }: PrinterOrder): Promise<void> {
    if (to === 'cancelled') {
      this.logger.warn({ orderId: order.id }, 'the printer cancelled an order; its money goes back');
      return this.cancel.within(manager, order, { reason: 'cancelled by the printer', by: 'printer' });
    }
    const from = order.status;
    order.moveTo(to);
    if (to === 'shipped') order.tracking = tracking ?? order.tracking;
    await this.events.statusChanged(manager, order, from, 'printer');
  }

  /** A parcel's number may come after the parcel has left, and a further parcel after the first. What an admin wrote of another parcel stays. */
  private async follow(manager: EntityManager, order: Order, { tracking }: PrinterOrder): Promise<void> {
    if (order.status !== 'shipped' || !tracking || isDeepStrictEqual(order.tracking, tracking)) return;
    const known = order.tracking?.number;
    if (known !== undefined && !parcelsOf(tracking).some(({ number }) => number === known)) return;
    order.tracking = tracking;
    await this.orders.save(manager, order);
  }

  private async tell(
    manager: EntityManager,
    { id, status }: Order,
    { state }: Fulfilment,
    said: PrinterOrder,
  ): Promise<void> {
    const trouble = troubleOf({ status, isTakenBack: state === 'cancelled' }, said.status);
    await this.alarm(manager, id, { sentence: trouble, words: said.reason });
  }

  /** `words`: the printer's own, for the row only. */
  private async alarm(
    manager: EntityManager,
    orderId: string,
    { sentence, words }: { sentence: string | null; words: string | null },
  ): Promise<void> {
    const isNew = await this.fulfilments.noteReason(manager, orderId, sentence && withItsWords(sentence, words));
    if (!isNew || sentence === null) return;
    this.logger.error({ orderId, sentence, words }, 'the printer has trouble with an order');
    await this.events.printingDelayed(manager, orderId, sentence);
  }
}
