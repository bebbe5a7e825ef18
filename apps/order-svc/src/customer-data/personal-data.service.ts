import { Injectable } from '@nestjs/common';
import { sessionMissing } from '@shop/contracts/common';
import { toJsonFile, type Caller, type PersonalDataFile } from '@shop/service-kit';
import { priceCart, toCart } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { hashSession } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrderNotesRepository } from '../orders/order-notes.repository.js';
import { OrdersRepository } from '../orders/orders.repository.js';

type PaymentColumns = Pick<Order, 'paidAt' | 'paymentMessage' | 'tracking' | 'parcelReturn'>;

const toPayment = ({ paidAt, paymentMessage, tracking, parcelReturn }: PaymentColumns) => ({
  paidAt: paidAt?.toISOString() ?? null,
  paymentMessage,
  tracking,
  ...(parcelReturn && { parcelReturn }),
});

/** All data that order-svc has of a user, including unpaid orders and the shop's notes. */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotesRepository,
    private readonly guestClaims: GuestClaimsRepository,
  ) {}

  /**
   * Reads the cart without confirming its prices, because the customer does not see them. Each order is read when it is
   * written to the archive.
   */
  async *streamFiles(caller: Caller): AsyncGenerator<PersonalDataFile> {
    if (caller.kind !== 'user') throw sessionMissing();
    await this.guestClaims.claimForCaller(caller);
    const [cart] = await this.carts.listForOwner({ userId: caller.userId, guestId: null }, hashSession(caller));
    const orderIds = await this.orders.listNumbers(caller.userId);
    yield toJsonFile('cart.json', toCart(priceCart(cart?.lines ?? [])));
    for (const { id, orderNumber } of orderIds) {
      const order = await this.orders.find(id);
      if (order?.userId !== caller.userId) continue;
      const items = await this.orders.listItems([id]);
      yield toJsonFile(`orders/${orderNumber}.json`, {
        ...toOrder(order, items.get(id) ?? []),
        ...toPayment(order),
        note: await this.notes.findText(order.noteId),
      });
    }
  }
}
