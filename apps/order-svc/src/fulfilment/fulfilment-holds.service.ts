import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { FULFILMENT_HOLD_KINDS } from '@shop/contracts-order';
import { type AuditActor, AuditTrail, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { AfterCommitService } from './after-commit.service.js';
import { canBeHeld, isLateDoubt, HOLD_REASONS, type HoldKey } from './fulfilment-hold.rules.js';
import { type FulfilmentHold, FulfilmentHoldsRepository, type HoldRelease } from './fulfilment-holds.repository.js';
import { mayBeAtPrinter } from './fulfilment.rules.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';

const holdsOpened = new Counter({
  name: 'fulfilment_holds_opened_total',
  help: 'Holds that stopped an order, or came too late to stop it',
  labelNames: ['kind', 'printing'],
});
// Prometheus sees no increase from a series that is absent.
for (const kind of FULFILMENT_HOLD_KINDS)
  for (const printing of ['stopped', 'begun']) holdsOpened.inc({ kind, printing }, 0);

const orderOnHold = (holds: readonly FulfilmentHold[]): DomainError => {
  const reasons = [...new Set(holds.map(({ kind }) => HOLD_REASONS[kind]))].join(', and ');
  return new DomainError(
    'ORDER_ON_HOLD',
    'conflict',
    `This order is on hold, because ${reasons}. Please let its printing go on in the order, or cancel it.`,
  );
};

/** `by`: the admin who let it go on. */
const notOnHold = (by: string | undefined): DomainError =>
  new DomainError(
    'HOLD_RELEASED',
    'conflict',
    by === undefined
      ? 'This order is not on hold for these reasons any more. Please look at it again.'
      : `${by} has let this order go on in between. Please look at it again.`,
  );

const RELEASED = 'order.hold-released';

/**
 * Holds orders back from the printer, and lets them go on. An order with an open hold is not submitted; the last release
 * resumes the submission. Each method that takes a manager requires the order's lock.
 */
@Injectable()
export class FulfilmentHoldsService {
  @Inject(AfterCommitService) private readonly afterCommit!: AfterCommitService;

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
    if (isLateDoubt(hold, status)) return this.recordLateDoubt(manager, orderId, hold);
    if (!canBeHeld(status) || !(await this.holds.insert(manager, orderId, hold))) return false;
    const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
    const isAtPrinter = fulfilment !== null && mayBeAtPrinter(fulfilment);
    const { kind, reference } = hold;
    await this.history.addEntry(manager, orderId, { action: 'order.hold-opened', details: { kind, isAtPrinter } });
    this.afterCommit.add(manager, () => {
      holdsOpened.inc({ kind, printing: isAtPrinter ? 'begun' : 'stopped' });
      if (isAtPrinter)
        this.logger.error({ orderId, kind, reference }, 'an order is on hold that may be at the printer');
      else this.logger.warn({ orderId, kind, reference }, 'an order is on hold');
    });
    return true;
  }

  private async recordLateDoubt(
    manager: EntityManager,
    orderId: string,
    hold: HoldKey & { openedAt: Date },
  ): Promise<boolean> {
    if (!(await this.holds.insertLate(manager, orderId, hold))) return false;
    const { kind, reference } = hold;
    const details = { kind, isAtPrinter: true, isSent: true } as const;
    await this.history.addEntry(manager, orderId, { action: 'order.hold-opened', details });
    this.afterCommit.add(manager, () => {
      holdsOpened.inc({ kind, printing: 'begun' });
      this.logger.warn({ orderId, kind, reference }, 'a payment became doubtful after its order was sent');
    });
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
      if (released.length === 0) throw notOnHold(await this.findReleaser(manager, orderId, holds));
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: RELEASED,
        subject: { type: 'order', id: orderId },
        before: { holds: released.map(({ kind }) => kind) },
        after: { holdId: released[0]?.id },
      });
      await this.resumeIfReleased(manager, orderId);
    });
  }

  private async findReleaser(
    manager: EntityManager,
    orderId: string,
    holds: readonly string[],
  ): Promise<string | undefined> {
    const entries = await this.auditTrail.listEntries({ type: 'order', id: orderId }, manager);
    return entries.find(({ action, after }) => action === RELEASED && holds.some((id) => id === after?.holdId))?.actor
      .name;
  }

  /** @throws DomainError `conflict`: an admin must decide first. */
  async assertNotOnHold(manager: EntityManager, orderId: string): Promise<void> {
    const holds = await this.holds.listOpen(orderId, manager);
    if (holds.length > 0) throw orderOnHold(holds);
  }

  private async resumeIfReleased(manager: EntityManager, orderId: string): Promise<void> {
    if (!(await this.holds.isOnHold(manager, orderId))) await this.fulfilments.resume(manager, orderId);
  }
}
