import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { jsonFile, type Caller, type PersonalFile } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { priceCart } from '../carts/cart-pricing.rules.js';
import { toCart } from '../carts/cart.mapper.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { ClaimGuest } from '../guests/claim-guest.js';
import { sessionHashOf } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';

type TakenAlong = Pick<Order, 'paidAt' | 'paymentMessage' | 'tracking'>;

const paymentOf = ({ paidAt, paymentMessage, tracking }: TakenAlong) => ({
  paidAt: paidAt?.toISOString() ?? null,
  paymentMessage,
  tracking,
});

/** All that order-svc knows of somebody, also the orders that were never paid, and what the shop noted about them. */
@Injectable()
export class PersonalData {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly claims: ClaimGuest,
  ) {}

  /** The cart is read without telling its prices: nobody has seen them (D33). An order is read when its turn comes. */
  async *filesOf(caller: Caller): AsyncGenerator<PersonalFile> {
    if (caller.kind !== 'user') throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
    await this.claims.ofCaller(caller);
    const [cart] = await this.carts.list({ userId: caller.userId, guestId: null }, sessionHashOf(caller));
    const orderIds = await this.listOrders(caller.userId);
    yield jsonFile('cart.json', toCart(priceCart(cart?.lines ?? [])));
    for (const { id, orderNumber } of orderIds) {
      const order = await this.orders.find(id);
      if (order?.userId !== caller.userId) continue;
      const items = await this.orders.listItems([id]);
      yield jsonFile(`orders/${orderNumber}.json`, {
        ...toOrder(order, items.get(id) ?? []),
        ...paymentOf(order),
        note: await this.noteOf(order),
      });
    }
  }

  /** Ids and numbers only: short enough to hold for any customer. */
  private listOrders(userId: string): Promise<{ id: string; orderNumber: string }[]> {
    return this.dataSource.query(
      'SELECT id, order_number AS "orderNumber" FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
      [userId],
    );
  }

  private async noteOf({ noteId }: Order): Promise<string | null> {
    const [note] = await this.dataSource.query<{ text: string }[]>('SELECT text FROM order_notes WHERE id = $1', [
      noteId,
    ]);
    return note?.text ?? null;
  }
}
