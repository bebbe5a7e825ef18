import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { type AuditActor, AuditTrail, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { canBeHeld, type HoldKey } from './fulfilment-hold.rules.js';
import { type FulfilmentHold, FulfilmentHoldsRepository, type HoldRelease } from './fulfilment-holds.repository.js';
import { mayBeAtPrinter } from './fulfilment.rules.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';

const orderOnHold = (): DomainError =>
  new DomainError(
    'ORDER_ON_HOLD',
    'conflict',
    'This order is on hold, so it is not printed. Please continue its printing in the order, with a reason, or cancel it.',
  );

const notOnHold = (): DomainError =>
  new DomainError(
    'HOLD_RELEASED',
    'conflict',
    'This order is not on hold for these reasons any more. Please look at it again.',
  );

/**
 * Holds orders back from the printer, and lets them go on. An order with an open hold is not submitted; the last release
 * resumes the submission. Each method that takes a manager requires the order's lock.
 */
@Injectable()
export class FulfilmentHoldsService {
  constructor(
    private readonly holds: FulfilmentHoldsRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly history: OrderHistoryRepository,
    private readonly orders: OrdersRepository,
    private readonly auditTrail: AuditTrail,
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False if this object held the order before, also if it was released, or if nothing is left to stop. */
  async openHold(
    manager: EntityManager,
    { id: orderId, status }: Pick<Order, 'id' | 'status'>,
    hold: HoldKey & { openedAt: Date },
  ): Promise<boolean> {
    if (!canBeHeld(status) || !(await this.holds.insert(manager, orderId, hold))) return false;
    const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
    const isAtPrinter = fulfilment !== null && mayBeAtPrinter(fulfilment);
    const { kind, reference } = hold;
    await this.history.addEntry(manager, orderId, { action: 'order.hold-opened', details: { kind, isAtPrinter } });
    if (isAtPrinter) this.logger.error({ orderId, kind, reference }, 'an order is on hold that may be at the printer');
    else this.logger.warn({ orderId, kind, reference }, 'an order is on hold');
    return true;
  }

  /** False if it was not open. A release before its hold prevents the hold. */
  async releaseHold(
    manager: EntityManager,
    { id: orderId }: Pick<Order, 'id'>,
    hold: HoldKey,
    release: HoldRelease,
  ): Promise<boolean> {
    if (!(await this.holds.release(manager, orderId, hold, release))) return false;
    if (release.by === 'provider')
      await this.history.addEntry(manager, orderId, {
        action: 'order.hold-released',
        details: { kind: hold.kind, outcome: release.reason ?? '' },
      });
    await this.resumeIfReleased(manager, orderId);
    return true;
  }

  /**
   * An admin lets the order go on. Holds that the admin has not seen stay. The reason may name a person, so it is not in the
   * audit trail.
   */
  async continuePrinting(
    orderId: string,
    { holds, reason }: { holds: readonly string[]; reason: string },
    by: AuditActor,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.orders.findLocked(manager, orderId)))
        throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      const released = await this.holds.releaseByIds(manager, orderId, holds, { by: 'admin', reason });
      if (released.length === 0) throw notOnHold();
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.hold-released',
        subject: { type: 'order', id: orderId },
        before: { holds: released.map(({ kind }) => kind) },
        after: { holdId: released[0]?.id },
      });
      await this.resumeIfReleased(manager, orderId);
    });
  }

  listOpenHolds(orderId: string, manager?: EntityManager): Promise<FulfilmentHold[]> {
    return this.holds.listOpen(orderId, manager);
  }

  /** @throws DomainError `conflict`: somebody must decide first. */
  async assertNotOnHold(manager: EntityManager, orderId: string): Promise<void> {
    if (await this.holds.isOnHold(manager, orderId)) throw orderOnHold();
  }

  private async resumeIfReleased(manager: EntityManager, orderId: string): Promise<void> {
    if (!(await this.holds.isOnHold(manager, orderId))) await this.fulfilments.resume(manager, orderId);
  }
}
