import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { ORDER_CANCELLED, type ShippingAddress } from '@shop/contracts/order';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { HandMoves, orderAtPrinter } from '../fulfilment/hand-moves.js';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { addressFixedBy, type AddressFixed } from './delivery-address.rules.js';

/** Being handed over is looked at by whoever knows the printer: it is waited for. */
const REFUSALS: Readonly<Record<Exclude<AddressFixed, 'being-handed-over'>, () => DomainError>> = {
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
 * An admin sends the parcel of a paid order elsewhere, also after its hold, where the printer may have refused its address; then the printer
 * is tried again. The payment is through, so that its provider is not told.
 */
@Injectable()
export class ChangeDeliveryAddress {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly events: OrderEvents,
    private readonly printing: HandMoves,
  ) {}

  /** The same address again changes nothing, and is told of to nobody. */
  async execute(orderId: string, address: ShippingAddress, by: AuditActor): Promise<void> {
    await this.printing.afterHandingOver(() => this.change(orderId, address, by));
    this.printing.wake();
  }

  private async change(orderId: string, address: ShippingAddress, by: AuditActor): Promise<void> {
    const seen = await this.assertOpen(await this.orders.find(orderId));
    if (isDeepStrictEqual(seen.shippingAddress, address)) return;
    // The printer is asked before: what it has unheard goes to the old address, whatever stands here.
    const absent = await this.printing.assertNotThere(orderId);
    await this.dataSource.transaction(async (manager) => {
      const order = await this.assertOpen(await this.orders.findLocked(manager, orderId), manager);
      await this.printing.assertStill(manager, orderId, absent);
      if (isDeepStrictEqual(order.shippingAddress, address)) return;
      order.shippingAddress = address;
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.events.changed(manager, order, ['the delivery address'], by);
      await this.printing.tryAgain(manager, orderId);
    });
  }

  private async assertOpen(order: Order | null, manager?: EntityManager): Promise<Order> {
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
    const fixed = addressFixedBy(order.status, await this.fulfilments.find(order.id, manager));
    if (fixed && fixed !== 'being-handed-over') throw REFUSALS[fixed]();
    return order;
  }
}
