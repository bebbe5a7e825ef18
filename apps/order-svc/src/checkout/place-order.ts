import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { orderTotals, type Checkout, type ShippingAddress } from '@shop/contracts/order';
import { ownerOf, type Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { priceCart, type PricedCart } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { toldBy } from '../carts/told-prices.rules.js';
import { ClaimGuest } from '../guests/claim-guest.js';
import { sessionHashOf } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { HearPayment } from '../payments/hear-payment.js';
import { cartEmpty, checkoutBusy, paymentInProgress, refusalOf } from './checkout-refusals.js';
import { obstacleOf, type CheckoutObstacle } from './checkout.rules.js';
import { applyCheckout, draftItems, newOrder } from './order-draft.js';
import { OrderIntents } from './order-intents.js';

interface Ready {
  order: Order;
  totalCents: number;
  /** Made by this very call, so that it says what the cart says. */
  isNew: boolean;
}

interface LockedCart {
  id: string;
  priced: PricedCart;
  obstacle: CheckoutObstacle | null;
}

/** Each round is lost only to a change of the cart or to a payment made at the same time. */
const ATTEMPTS = 8;

/**
 * The shipping call (D23): one cart has one open order, made once and then brought up to date, and that order one payment
 * intent. The provider is called between two transactions, and told a new amount before the order says it: a payment in
 * between is then of the amount that the order is about to have, and a crash in between leaves an order that still is what
 * it was. Calls that cross each other converge, because each writes only what it finds still true.
 */
@Injectable()
export class PlaceOrder {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly intents: OrderIntents,
    private readonly hear: HearPayment,
    private readonly claims: ClaimGuest,
  ) {}

  async execute(caller: Caller, address: ShippingAddress): Promise<Checkout> {
    if (caller.kind === 'anonymous') throw cartEmpty();
    await this.claims.ofCaller(caller);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const ready = await this.prepare(caller, address);
      const { order, totalCents } = ready;
      const intent = await this.intents.bringTo(order, { totalCents, shippingAddress: address });
      if (intent.status !== 'open') {
        // Paid, or on its way, in another tab: that is written down first, then the rest of the cart is looked at anew.
        await this.hear.settle(order.paymentProvider, intent);
        if (intent.status === 'processing') throw paymentInProgress();
        continue;
      }
      if (ready.isNew || (await this.write(caller, address, ready))) return { clientSecret: intent.clientSecret, orderNumber: order.orderNumber };
    }
    throw checkoutBusy();
  }

  /** Finds or makes the cart's open order. What is in the way is thrown only after the commit: a changed price has been told then. */
  private async prepare(caller: Caller, address: ShippingAddress): Promise<Ready> {
    const ready = await this.dataSource.transaction(async (manager): Promise<Ready | CheckoutObstacle> => {
      const cart = await this.lockCart(manager, caller);
      if (!cart) return 'empty';
      if (cart.obstacle) return cart.obstacle;
      const open = await this.orders.findOpenOfCart(manager, cart.id);
      if (open?.paymentProvider === this.intents.providerName) return { order: open, totalCents: totalOf(cart.priced), isNew: false };
      if (open) await this.letGo(manager, open);
      const order = newOrder(ownerOf(caller), cart.id, this.intents.providerName);
      applyCheckout(order, caller, cart.priced, address);
      await this.orders.insert(manager, order, draftItems(order.id, cart.priced));
      return { order, totalCents: order.totalCents, isNew: true };
    });
    if (typeof ready === 'string') throw refusalOf(ready);
    return ready;
  }

  /** It was begun with a provider that takes no new payments any more; the sweep ends it. */
  private async letGo(manager: EntityManager, order: Order): Promise<void> {
    order.cartId = null;
    await this.orders.save(manager, order);
  }

  /** Brings the order up to the cart, unless either has moved on since `ready` was found. */
  private async write(caller: Caller, address: ShippingAddress, ready: Ready): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const cart = await this.lockCart(manager, caller);
      if (!cart || cart.obstacle || totalOf(cart.priced) !== ready.totalCents) return false;
      const order = await this.orders.findOpenOfCart(manager, cart.id);
      if (order?.id !== ready.order.id) return false;
      applyCheckout(order, caller, cart.priced, address);
      await this.intents.beginAnew(manager, order);
      await this.orders.replaceItems(manager, order.id, draftItems(order.id, cart.priced));
      return true;
    });
  }

  private async lockCart(manager: EntityManager, caller: Caller): Promise<LockedCart | null> {
    const session = sessionHashOf(caller);
    const cart = await this.carts.findLocked(manager, ownerOf(caller), session);
    if (!cart) return null;
    const priced = priceCart(cart.lines);
    const obstacle = obstacleOf(priced, cart.told);
    // D33: the refusal itself tells the new price, so that the next call goes through.
    if (obstacle === 'price-changed') await this.carts.tellWithin(manager, cart.id, session, toldBy(priced.lines, cart.told));
    return { id: cart.id, priced, obstacle };
  }
}

const totalOf = ({ subtotalCents }: PricedCart): number => orderTotals(subtotalCents).totalCents;
