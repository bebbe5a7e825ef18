import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { toJsonFile, type Caller, type PersonalDataFile } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { priceCart } from '../carts/cart-pricing.rules.js';
import { toCart } from '../carts/cart.mapper.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { GuestClaimsService } from '../guests/guest-claims.service.js';
import { hashSession } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';

type PaymentColumns = Pick<Order, 'paidAt' | 'paymentMessage' | 'tracking'>;

const toPayment = ({ paidAt, paymentMessage, tracking }: PaymentColumns) => ({
  paidAt: paidAt?.toISOString() ?? null,
  paymentMessage,
  tracking,
});

/** All data that order-svc has of a user, including unpaid orders and the shop's notes. */
@Injectable()
export class PersonalDataService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly guestClaims: GuestClaimsService,
  ) {}

  /**
   * Reads the cart without confirming its prices, because the customer does not see them. Each order is read when it is
   * written to the archive.
   */
  async *streamFiles(caller: Caller): AsyncGenerator<PersonalDataFile> {
    if (caller.kind !== 'user') throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    await this.guestClaims.claimForCaller(caller);
    const [cart] = await this.carts.listForOwner({ userId: caller.userId, guestId: null }, hashSession(caller));
    const orderIds = await this.listOrderNumbers(caller.userId);
    yield toJsonFile('cart.json', toCart(priceCart(cart?.lines ?? [])));
    for (const { id, orderNumber } of orderIds) {
      const order = await this.orders.find(id);
      if (order?.userId !== caller.userId) continue;
      const items = await this.orders.listItems([id]);
      yield toJsonFile(`orders/${orderNumber}.json`, {
        ...toOrder(order, items.get(id) ?? []),
        ...toPayment(order),
        note: await this.findNote(order),
      });
    }
  }

  /** Only ids and numbers, which fit into memory for any customer. */
  private listOrderNumbers(userId: string): Promise<{ id: string; orderNumber: string }[]> {
    return this.dataSource.query(
      'SELECT id, order_number AS "orderNumber" FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
      [userId],
    );
  }

  private async findNote({ noteId }: Order): Promise<string | null> {
    const [note] = await this.dataSource.query<{ text: string }[]>('SELECT text FROM order_notes WHERE id = $1', [
      noteId,
    ]);
    return note?.text ?? null;
  }
}
