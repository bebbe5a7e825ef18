import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES, formatCents, formatDollars, permissionMissing } from '@shop/contracts-common';
import { ORDER_CANCELLED, type OrderStatus, type ShippingAddress, type Tracking } from '@shop/contracts-order';
import { type AuditActor, idempotencyKeyReused, type SeenVersions } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { ManualStatusChangesService, orderAtPrinter } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderLifecycleService } from '../order-lifecycle/order-lifecycle.service.js';
import { RefundsService } from '../order-lifecycle/refunds.service.js';
import { type CancellationOutcome, UnpaidOrdersService } from '../order-lifecycle/unpaid-orders.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { canAdminChangeStatus } from '../orders/order.rules.js';
import type { OrderCheck } from '../orders/order-check.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { type AddressLock, findAddressLock } from './delivery-address.rules.js';
import type { OrderPart } from './order-version.rules.js';
import { OrderVersionsService } from './order-versions.service.js';

export interface StatusChange {
  to: OrderStatus;
  /** Only for a shipped order. */
  tracking: Tracking | null;
  /** Whether the admin may cancel an order whose money goes back. */
  mayRefund: boolean;
  /** Runs in the transaction of a change to `processing` or later, before it. */
  check?: OrderCheck;
}

const statusChangeRejected = (from: OrderStatus, to: OrderStatus) =>
  to === 'paid'
    ? new DomainError('ORDER_PAID_BY_HAND', 'conflict', 'Only the payment provider can say that an order is paid.')
    : new DomainError('ORDER_STATUS_CHANGE_INVALID', 'conflict', `An order that is ${from} cannot become ${to}.`);

/** Without `being-handed-over`: the change waits until the submission is over. */
const ADDRESS_ERRORS: Readonly<Record<Exclude<AddressLock, 'being-handed-over'>, () => DomainError>> = {
  unpaid: () =>
    new DomainError(
      'ADDRESS_AT_CHECKOUT',
      'conflict',
      'This order is not paid yet: its customer changes the address at the checkout.',
    ),
  cancelled: () => new DomainError('ORDER_CANCELLED', 'conflict', ORDER_CANCELLED),
  sent: () => new DomainError('ORDER_SENT', 'conflict', 'This order has been sent already, to the address it has.'),
  'at-printer': orderAtPrinter,
};

export interface OrderRefund {
  amountCents: number;
  reason: string;
  /** The caller's key: a repeated request makes one refund. */
  key: string;
}

const conflict = (code: string, message: string): DomainError => new DomainError(code, 'conflict', message);

/** A cancellation refunds what is left, so it is decided on the money, too. */
const listDecidedParts = (to: OrderStatus): readonly OrderPart[] =>
  to === 'cancelled' ? ['status', 'money'] : ['status'];

function assertPaid({ paymentStatus }: Order): void {
  if (paymentStatus === 'refunded') throw conflict('ORDER_REFUNDED', 'The whole amount has gone back already.');
  if (paymentStatus !== 'paid')
    throw conflict('ORDER_UNPAID', 'This order was not paid, so there is nothing to give back.');
}

/**
 * Changes by admins: status, delivery address and refunds. Each is stored with the admin's name in one transaction.
 */
@Injectable()
export class OrderChangesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly unpaidOrders: UnpaidOrdersService,
    private readonly orderLifecycle: OrderLifecycleService,
    private readonly refunds: RefundsService,
    private readonly manualStatusChanges: ManualStatusChangesService,
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly refundsRepository: RefundsRepository,
    private readonly versions: OrderVersionsService,
  ) {}

  async changeStatus(orderId: string, change: StatusChange, by: AuditActor, seen: SeenVersions = null): Promise<void> {
    const order = await this.getOrder(orderId);
    // Before the printer is asked, and again under the lock.
    await this.versions.assertUnchanged(this.dataSource.manager, order, listDecidedParts(change.to), seen);
    if (!canAdminChangeStatus(order.status, change.to)) throw statusChangeRejected(order.status, change.to);
    await this.assertMayGiveBack(this.dataSource.manager, order, change);
    if (order.status === 'created') assertCancelled(await this.unpaidOrders.cancelUnpaidOrder(orderId, by));
    else
      await this.manualStatusChanges.retryWhileSubmitting(() =>
        change.to === 'cancelled'
          ? this.cancelOrder(orderId, change, by, seen)
          : this.applyStatus(orderId, change, by, seen),
      );
    if (change.to === 'cancelled') await this.refunds.executePendingRefunds(orderId);
  }

  /** Recalls the order from the printer first, because an order that is being printed cannot be cancelled. */
  private async cancelOrder(orderId: string, change: StatusChange, by: AuditActor, seen: SeenVersions): Promise<void> {
    const recalled = await this.manualStatusChanges.recallOrder(orderId);
    await this.dataSource.transaction(async (manager) => {
      // The printer's cancellation event may arrive before its answer; then the order is already cancelled and
      // refunded.
      if (recalled && (await this.orders.findLocked(manager, orderId))?.status === 'cancelled') return;
      const order = await this.getLockedOrder(manager, orderId, change, seen);
      await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
      await this.orderLifecycle.cancelPaidOrder(manager, order, { reason: 'cancelled by an admin', by });
    });
  }

  private async applyStatus(orderId: string, change: StatusChange, by: AuditActor, seen: SeenVersions): Promise<void> {
    const { to, tracking } = change;
    const recalled = to === 'processing' ? null : await this.manualStatusChanges.recallUnconfirmed(orderId);
    await this.dataSource.transaction(async (manager) => {
      const order = await this.getLockedOrder(manager, orderId, change, seen);
      await change.check?.(manager, order);
      const from = order.status;
      order.changeStatus(to);
      order.tracking = tracking ?? order.tracking;
      await this.orders.save(manager, order);
      await this.manualStatusChanges.applyStatusChange(manager, orderId, to, recalled);
      await this.orderEvents.publishStatusChanged(manager, order, from, by);
    });
  }

  private async getLockedOrder(
    manager: EntityManager,
    orderId: string,
    change: StatusChange,
    seen: SeenVersions,
  ): Promise<Order> {
    const { to } = change;
    const order = await this.orders.findLocked(manager, orderId);
    if (order) await this.versions.assertUnchanged(manager, order, listDecidedParts(to), seen);
    if (!order || !canAdminChangeStatus(order.status, to)) throw statusChangeRejected(order?.status ?? 'cancelled', to);
    await this.assertMayGiveBack(manager, order, change);
    return order;
  }

  /** Throws `forbidden` if the change refunds what is left of a payment, and the admin may not do so. */
  private async assertMayGiveBack(
    manager: EntityManager,
    { id, paymentStatus }: Order,
    { to, mayRefund }: StatusChange,
  ): Promise<void> {
    if (to !== 'cancelled' || mayRefund || paymentStatus !== 'paid') return;
    if ((await this.refundsRepository.getRemainingCents(manager, id)) > 0) throw permissionMissing('refund');
  }

  private async getOrder(orderId: string): Promise<Order> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    return order;
  }

  /**
   * Changes the address of a paid order, also after its change window, when the printer may have rejected the address; then
   * the order is submitted again. An unchanged address has no effect and publishes nothing.
   */
  async changeAddress(
    orderId: string,
    requested: ShippingAddress,
    by: AuditActor,
    seen: SeenVersions = null,
  ): Promise<void> {
    const address = this.shippableAddresses.getShippable(requested);
    await this.manualStatusChanges.retryWhileSubmitting(() => this.applyAddress(orderId, address, by, seen));
  }

  private async applyAddress(
    orderId: string,
    address: ShippingAddress,
    by: AuditActor,
    seen: SeenVersions,
  ): Promise<void> {
    const current = await this.assertAddressOpen(await this.orders.find(orderId));
    if (isDeepStrictEqual(current.shippingAddress, address)) return;
    await this.versions.assertUnchanged(this.dataSource.manager, current, ['address'], seen);
    // The printer is asked first, because an unconfirmed submission would go to the old address.
    const recalled = current.returnedAt ? null : await this.manualStatusChanges.assertNotAtPrinter(orderId);
    await this.dataSource.transaction(async (manager) => {
      const order = await this.assertAddressOpen(await this.orders.findLocked(manager, orderId), manager);
      if (!order.returnedAt) await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
      if (isDeepStrictEqual(order.shippingAddress, address)) return;
      await this.versions.assertUnchanged(manager, order, ['address'], seen);
      await this.orderLifecycle.changeAddress(manager, order, address);
      await this.orderEvents.publishChanged(manager, order, ['the delivery address'], by);
      if (!order.returnedAt) await this.manualStatusChanges.retrySubmission(manager, orderId);
    });
  }

  private async assertAddressOpen(order: Order | null, manager?: EntityManager): Promise<Order> {
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    const lock = findAddressLock(order, await this.fulfilments.findByOrder(order.id, manager));
    if (lock && lock !== 'being-handed-over') throw ADDRESS_ERRORS[lock]();
    return order;
  }

  /** Refunds a part or all of the payment. A full refund cancels the order unless it is at the printer. */
  async requestRefund(orderId: string, refund: OrderRefund, by: AuditActor, seen: SeenVersions = null): Promise<void> {
    await this.dataSource.transaction((manager) => this.saveRefund(manager, orderId, refund, by, seen));
    await this.refunds.executePendingRefunds(orderId);
  }

  /** The reason may name a person: it is stored in the refund, which an erasure clears, not in the audit trail. */
  private async saveRefund(
    manager: EntityManager,
    orderId: string,
    { amountCents, reason, key }: OrderRefund,
    by: AuditActor,
    seen: SeenVersions,
  ): Promise<void> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    const known = await this.refundsRepository.findByKey(manager, key);
    if (known) {
      if (known.orderId !== orderId || known.amountCents !== amountCents || known.reason !== reason)
        throw idempotencyKeyReused();
      return;
    }
    await this.versions.assertUnchanged(manager, order, ['money'], seen);
    assertPaid(order);
    const refundableCents = await this.refundsRepository.getRemainingCents(manager, orderId);
    if (refundableCents <= 0) throw conflict('REFUND_UNDER_WAY', 'The rest of the amount is on its way back already.');
    if (amountCents > refundableCents)
      throw new DomainError(
        'REFUND_TOO_MUCH',
        'impossible',
        `At most ${formatDollars(formatCents(refundableCents))} can still go back.`,
      );
    // Null can only mean that another order used the same key at the same moment.
    if ((await this.refunds.requestRefund(manager, orderId, { reason, amountCents, id: key }, by)) === null)
      throw idempotencyKeyReused();
    await this.orderLifecycle.cancelIfFullyRefunded(manager, order, by);
  }
}

/** The only change that an admin can make to a `created` order is to cancel it. A customer who pays at the same moment wins. */
function assertCancelled(cancellation: CancellationOutcome): void {
  switch (cancellation) {
    case 'cancelled':
      return;
    case 'already-paid':
      throw new DomainError('ORDER_JUST_PAID', 'conflict', 'This order has just been paid. Please look at it again.');
    case 'amount-mismatch':
      throw new DomainError(
        'ORDER_AMOUNT_MISMATCH',
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
      throw new DomainError(
        'ORDER_ALREADY_CHANGED',
        'conflict',
        'This order has changed in between. Please look at it again.',
      );
  }
}
