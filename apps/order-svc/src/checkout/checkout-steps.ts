import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ShippingAddress } from '@shop/contracts/order';
import { ownerOf, type Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { priceCart, type PricedCart } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { toldBy } from '../carts/told-prices.rules.js';
import { sessionHashOf } from '../guests/owner-ids.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { Intent } from '../payments/payment-provider.js';
import { refusalOf } from './checkout-refusals.js';
import { obstacleOf, type CheckoutObstacle } from './checkout.rules.js';
import { LetGoOrders } from './let-go-orders.js';
import { applyCheckout, draftItems, newOrder } from './order-draft.js';
import { hasIntent, OrderIntents, type OrderWithIntent } from './order-intents.js';
import { areSamePieces, revisionOf } from './shown-order.rules.js';

/** What is to be done before the cart's open order can be paid as the cart now is. */
type Step =
  /** It has no intent yet; `isCurrent`: it says what the cart and the address say. */
  | { to: 'create-intent'; order: Order; isCurrent: boolean }
  /** Other pieces or prices: what a page may have on screen must not be payable any more. */
  | { to: 'end-intent'; order: OrderWithIntent }
  /** Another order, which the cart has let go, has pieces of it and may still be paid: they are not sold twice. */
  | { to: 'end-other'; order: OrderWithIntent }
  | { to: 'keep-intent'; order: OrderWithIntent };

/** With the cart's own order. */
export type OwnStep = Exclude<Step, { to: 'end-other' }>;

interface LockedCart {
  id: string;
  priced: PricedCart;
  obstacle: CheckoutObstacle | null;
  /** Notes that this session has been told the prices as they are now. */
  tell: () => Promise<void>;
}

/** A cart and its open order, under the cart's lock. */
@Injectable()
export class CheckoutSteps {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly intents: OrderIntents,
    private readonly letGo: LetGoOrders,
  ) {}

  /** Finds or makes the cart's open order. What is in the way is thrown only after the commit: a changed price has been told then. */
  async next(caller: Caller, address: ShippingAddress, passed: readonly string[]): Promise<Step> {
    const step = await this.dataSource.transaction(async (manager): Promise<Step | CheckoutObstacle> => {
      const cart = await this.lockCart(manager, caller);
      if (!cart) return 'empty';
      if (cart.obstacle) {
        // D33: the refusal itself tells the new price, so that the next call goes through.
        if (cart.obstacle === 'price-changed') await cart.tell();
        return cart.obstacle;
      }
      const provider = this.intents.providerName;
      const other = await this.orders.findLetGoWithPieces(manager, ownerOf(caller), { id: cart.id, provider, passed });
      if (other && hasIntent(other)) return this.endStep(manager, 'end-other', other);
      const open = await this.orders.findOpenOfCart(manager, cart.id);
      if (open?.paymentProvider === provider) return this.stepFor(manager, open, cart.priced, address);
      if (open) await this.letGo.release(manager, open);
      const order = newOrder(ownerOf(caller), cart.id, provider);
      applyCheckout(order, caller, cart.priced, address);
      await this.orders.insert(manager, order, draftItems(order.id, cart.priced));
      return { to: 'create-intent', order, isCurrent: true };
    });
    if (typeof step === 'string') throw refusalOf(step);
    return step;
  }

  private async stepFor(
    manager: EntityManager,
    order: Order,
    cart: PricedCart,
    address: ShippingAddress,
  ): Promise<Step> {
    const items = await this.itemsOf(manager, order);
    const wanted = draftItems(order.id, cart);
    const isSame = areSamePieces(items, wanted);
    if (!hasIntent(order))
      return {
        to: 'create-intent',
        order,
        isCurrent: isSame && revisionOf({ ...order, shippingAddress: address }, items) === revisionOf(order, items),
      };
    if (isSame && order.endingIntentId === null) return { to: 'keep-intent', order };
    return this.endStep(manager, 'end-intent', order);
  }

  private async endStep(manager: EntityManager, to: 'end-intent' | 'end-other', order: OrderWithIntent): Promise<Step> {
    await this.intents.announceEnd(manager, order);
    return { to, order };
  }

  /** Brings the order up to the cart, unless either has moved on since `seen`: with an intent only the address may differ, without the one that was `ended` anything. */
  async write(caller: Caller, address: ShippingAddress, seen: Order, ended: Intent | null): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const cart = await this.lockCart(manager, caller);
      if (!cart || cart.obstacle) return false;
      const order = await this.orders.findOpenOfCart(manager, cart.id);
      if (order?.id !== seen.id || order.paymentIntentId !== seen.paymentIntentId) return false;
      const wanted = draftItems(order.id, cart.priced);
      if (ended) await this.intents.letGo(manager, order, ended);
      else if (order.endingIntentId !== null || !areSamePieces(await this.itemsOf(manager, order), wanted))
        return false;
      applyCheckout(order, caller, cart.priced, address);
      await this.intents.beginAnew(manager, order);
      if (ended) await this.orders.replaceItems(manager, order.id, wanted);
      else await this.orders.keepPrint(manager, order.id);
      return true;
    });
  }

  private async itemsOf(manager: EntityManager, { id }: Order): Promise<OrderItem[]> {
    return (await this.orders.listItems([id], manager)).get(id) ?? [];
  }

  private async lockCart(manager: EntityManager, caller: Caller): Promise<LockedCart | null> {
    const session = sessionHashOf(caller);
    const cart = await this.carts.findLocked(manager, ownerOf(caller), session);
    if (!cart) return null;
    const priced = priceCart(cart.lines);
    const tell = (): Promise<void> => this.carts.tellWithin(manager, cart.id, session, toldBy(priced.lines, cart.told));
    return { id: cart.id, priced, obstacle: obstacleOf(priced, cart.told), tell };
  }
}
