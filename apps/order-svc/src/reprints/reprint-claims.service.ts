import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { computePaymentWait, PAYMENT_WAITS, withoutPaymentWait } from '../fulfilment/fulfilment.rules.js';
import type { Printers } from '../fulfilment/fulfilments.repository.js';
import { toPrintLine } from '../fulfilment/print-order.mapper.js';
import type { PrintOrder } from '../fulfilment/print-provider.js';
import type { Postponement } from '../fulfilment/submission.rules.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ReprintEventsPublisher } from './reprint-events.publisher.js';
import type { Reprint } from './reprint.entity.js';
import { ReprintObstaclesService } from './reprint-obstacles.service.js';
import { computeReprintReadiness } from './reprint.rules.js';
import { type LockedReprint, ReprintsRepository } from './reprints.repository.js';

/** A job that comes too early by this process's clock. */
const EARLY_JOB_DELAY_MS = 1_000;

export interface ClaimedReprint {
  order: Order;
  reprint: Reprint;
  printOrder: PrintOrder;
}

/** The database side of submitting a reprint, each step in a transaction under its order's lock. */
@Injectable()
export class ReprintClaimsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reprints: ReprintsRepository,
    private readonly orders: OrdersRepository,
    private readonly obstacles: ReprintObstaclesService,
    private readonly events: ReprintEventsPublisher,
  ) {}

  /** Claims the reprint for one attempt. Null: it is not due, or not ready. Its job runs again at its next time. */
  claimReprint(reprintId: string, printers: Printers): Promise<ClaimedReprint | null> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await this.reprints.findLocked(manager, reprintId);
      return locked && this.claim(manager, locked, printers);
    });
  }

  private async claim(
    manager: EntityManager,
    locked: LockedReprint,
    printers: Printers,
  ): Promise<ClaimedReprint | null> {
    const { order, reprint } = locked;
    const now = new Date();
    if (!reprint.startAttempt(printers, now)) {
      if (reprint.state === 'waiting' && reprint.dueAt > now)
        await this.reprints.enqueueSubmission(manager, { id: reprint.id, dueAt: atLeast(reprint.dueAt, now) });
      return null;
    }
    const ordered = (await this.orders.listItems([order.id], manager)).get(order.id) ?? [];
    const readiness = computeReprintReadiness(
      await this.obstacles.findObstacle(manager, order),
      toReadiness(reprint, ordered),
      now.getTime() - reprint.requestedAt.getTime(),
    );
    if (readiness.is === 'waiting') {
      const { delayMs, problem } = readiness;
      if (problem !== null && problem !== reprint.problem) await this.events.recordProblem(manager, order.id, problem);
      reprint.takeBackAttempt(delayMs, problem, now);
      await this.reprints.enqueueSubmission(manager, reprint);
    }
    await this.reprints.save(manager, reprint);
    return readiness.is === 'ready' ? { order, reprint, printOrder: toPrintOrder(locked, ordered) } : null;
  }

  /** Takes the attempt back before the printer was called. False if it was taken over. */
  takeBackAttempt(claimed: Reprint): Promise<boolean> {
    return this.changeClaimed(claimed, (_, reprint) => {
      reprint.takeBackAttempt(0, withoutPaymentWait(reprint.problem));
      return Promise.resolve();
    });
  }

  /** Takes the attempt back, because the payment provider could not be asked. */
  async postponeUnasked(claimed: Reprint): Promise<void> {
    await this.changeClaimed(claimed, async (manager, reprint) => {
      reprint.takeBackAttempt(0, reprint.problem);
      await this.waitForPayment(manager, reprint, { reason: PAYMENT_WAITS.unasked, before: claimed.problem });
    });
  }

  /** Delays the next attempt, because a report of the payment provider could not be applied after this one was taken back. */
  async delayUnapplied(claimed: Reprint): Promise<void> {
    await this.change(
      claimed.id,
      ({ state }) => state === 'waiting',
      (manager, reprint) =>
        this.waitForPayment(manager, reprint, { reason: PAYMENT_WAITS.unapplied, before: claimed.problem }),
    );
  }

  /** Admins see the reason of a long wait once. */
  private async waitForPayment(
    manager: EntityManager,
    reprint: Reprint,
    { reason, before }: { reason: string; before: string | null },
  ): Promise<void> {
    const wait = computePaymentWait(reason, Date.now() - reprint.requestedAt.getTime());
    reprint.postpone(wait.delayMs, wait.reason ?? reprint.problem);
    if (wait.reason !== null && wait.reason !== before)
      await this.events.recordProblem(manager, reprint.orderId, wait.reason);
  }

  /** Admins see each reason once. */
  async postponeReprint(claimed: Reprint, { delayMs, alert }: Postponement): Promise<void> {
    await this.changeClaimed(claimed, async (manager, reprint) => {
      if (alert && alert.reason !== reprint.problem)
        await this.events.recordProblem(manager, reprint.orderId, alert.message);
      reprint.postpone(delayMs, alert?.reason ?? withoutPaymentWait(reprint.problem));
    });
  }

  /** False if the attempt was taken over. */
  private changeClaimed(
    { id, attempts }: Reprint,
    change: (manager: EntityManager, reprint: Reprint) => Promise<void>,
  ): Promise<boolean> {
    return this.change(id, (reprint) => reprint.isInAttempt(attempts), change);
  }

  private change(
    id: string,
    isExpected: (reprint: Reprint) => boolean,
    change: (manager: EntityManager, reprint: Reprint) => Promise<void>,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await this.reprints.findLocked(manager, id);
      if (!locked || !isExpected(locked.reprint)) return false;
      await change(manager, locked.reprint);
      await this.reprints.save(manager, locked.reprint);
      await this.reprints.enqueueSubmission(manager, locked.reprint);
      return true;
    });
  }
}

const atLeast = (dueAt: Date, now: Date): Date =>
  new Date(Math.max(dueAt.getTime(), now.getTime() + EARLY_JOB_DELAY_MS));

const toReadiness = ({ items }: Reprint, ordered: readonly OrderItem[]) =>
  items.map(({ orderItemId, file, fileFailure }) => ({
    title: ordered.find(({ id }) => id === orderItemId)?.title ?? '',
    hasFile: file !== null,
    failure: fileFailure,
  }));

/** Requires that all print files exist. */
const toPrintOrder = ({ order, reprint }: LockedReprint, ordered: readonly OrderItem[]): PrintOrder => ({
  orderId: reprint.id,
  orderNumber: order.orderNumber,
  email: order.email,
  recipient: reprint.shippingAddress,
  giftMessage: null,
  lines: ordered.flatMap((item) =>
    reprint.items.flatMap(({ id, orderItemId, quantity, file }) =>
      orderItemId === item.id && file ? [toPrintLine(item, { id, quantity, file })] : [],
    ),
  ),
});
