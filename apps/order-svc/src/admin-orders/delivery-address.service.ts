import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { ORDER_CANCELLED, type ShippingAddress } from '@shop/contracts/order';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { ManualStatusChangesService, orderAtPrinter } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { findAddressLock, type AddressLock } from './delivery-address.rules.js';

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

/**
 * Changes the address of a paid order, also after its change window, when the printer may have rejected the address;
 * then the order is submitted again. The payment provider needs no update after the payment.
 */
@Injectable()
export class DeliveryAddressService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly manualStatusChanges: ManualStatusChangesService,
  ) {}

  /** An unchanged address has no effect and publishes nothing. */
  async changeAddress(orderId: string, requested: ShippingAddress, by: AuditActor): Promise<void> {
    const address = this.shippableAddresses.getShippable(requested);
    await this.manualStatusChanges.retryWhileSubmitting(() => this.applyAddress(orderId, address, by));
    this.manualStatusChanges.wakeSchedule();
  }

  private async applyAddress(orderId: string, address: ShippingAddress, by: AuditActor): Promise<void> {
    const current = await this.assertAddressOpen(await this.orders.find(orderId));
    if (isDeepStrictEqual(current.shippingAddress, address)) return;
    // The printer is asked first, because an unconfirmed submission would go to the old address.
    const recalled = await this.manualStatusChanges.assertNotAtPrinter(orderId);
    await this.dataSource.transaction(async (manager) => {
      const order = await this.assertAddressOpen(await this.orders.findLocked(manager, orderId), manager);
      await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
      if (isDeepStrictEqual(order.shippingAddress, address)) return;
      order.shippingAddress = address;
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.orderEvents.publishChanged(manager, order, ['the delivery address'], by);
      await this.manualStatusChanges.retrySubmission(manager, orderId);
    });
  }

  private async assertAddressOpen(order: Order | null, manager?: EntityManager): Promise<Order> {
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    const lock = findAddressLock(order.status, await this.fulfilments.findByOrder(order.id, manager));
    if (lock && lock !== 'being-handed-over') throw ADDRESS_ERRORS[lock]();
    return order;
  }
}
