import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
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

  /** Returns those that were open. Other open holds stay. The caller records who decided. */
  async releaseHolds(
    manager: EntityManager,
    { id: orderId }: Pick<Order, 'id'>,
    ids: readonly string[],
    release: HoldRelease,
  ): Promise<HoldKey[]> {
    const released = await this.holds.releaseByIds(manager, orderId, ids, release);
    if (released.length > 0) await this.resumeIfReleased(manager, orderId);
    return released;
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
