import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Checkout, ShippingAddress } from '@shop/contracts/order';
import { ownerOf, type Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { priceCart, type PricedCart } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { toldBy } from '../carts/told-prices.rules.js';
import { ClaimGuest } from '../guests/claim-guest.js';
import { sessionHashOf } from '../guests/owner-ids.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isIntentUnknown, type Intent } from '../payments/payment-provider.js';
import { cartEmpty, checkoutBusy, refusalOf } from './checkout-refusals.js';
import { obstacleOf, type CheckoutObstacle } from './checkout.rules.js';
import { applyCheckout, draftItems, newOrder } from './order-draft.js';
import { isAwaited, OrderIntents, type OrderWithIntent } from './order-intents.js';
import { PayableCheckouts } from './payable-checkouts.js';
import { areSamePieces, revisionOf } from './shown-order.rules.js';

/** What is to be done before the cart's open order can be paid as the cart now is. */
type Step =
  /** It has no intent yet; `isCurrent`: it says what the cart and the address say. */
  | { to: 'create-intent'; order: Order; isCurrent: boolean }
  /** Other pieces or prices: what a page may have on screen must not be payable any more. */
  | { to: 'end-intent'; order: OrderWithIntent }
  | { to: 'keep-intent'; order: OrderWithIntent };

interface LockedCart {
  id: string;
  priced: PricedCart;
  obstacle: CheckoutObstacle | null;
  /** Notes that this session has been told the prices as they are now. */
  tell: () => Promise<void>;
}

/** Each round is lost only to a change of the cart or to a payment made at the same time; a changed cart needs two. */
const ATTEMPTS = 10;

const hasIntent = (order: Order): order is OrderWithIntent => order.paymentIntentId !== null;

/**
 * The shipping call (D23): one cart has one open order, made once and then brought up to date. An intent is made for one content of the
 * order and never costs anything else: where the cart was changed, the intent is ended first, then the order is written, then it gets
 * another. So whoever pays, in whichever tab, pays what that tab was told. The provider is called between transactions; a crash
 * anywhere leaves an order that is what it was, or one that waits for its intent. Calls that cross each other converge.
 */
@Injectable()
export class PlaceOrder {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly intents: OrderIntents,
    private readonly claims: ClaimGuest,
    private readonly payable: PayableCheckouts,
  ) {}

  async execute(caller: Caller, address: ShippingAddress): Promise<Checkout> {
    if (caller.kind === 'anonymous') throw cartEmpty();
    await this.claims.ofCaller(caller);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const orderId = await this.takeOrLeave(await this.prepare(caller, address), caller, address);
      const checkout = orderId && (await this.payable.read(orderId));
      if (checkout) return checkout;
    }
    throw checkoutBusy();
  }

  /** The cart gets another order where the provider does not know this one's intent. */
  private async takeOrLeave(step: Step, caller: Caller, address: ShippingAddress): Promise<string | null> {
    try {
      return await this.take(step, caller, address);
    } catch (error) {
      if (!isIntentUnknown(error)) throw error;
      await this.leave(step.order);
      return null;
    }
  }

  /** The id of the order that may be paid now; null where another look is needed. */
  private async take(step: Step, caller: Caller, address: ShippingAddress): Promise<string | null> {
    const { order } = step;
    switch (step.to) {
      case 'create-intent': {
        const made = await this.intents.create(order);
        return made && (await this.intents.isOpen(order, made)) && step.isCurrent ? order.id : null;
      }
      case 'end-intent': {
        const ended = await this.intents.end(step.order);
        if (ended.status === 'canceled') await this.write(caller, address, order, ended);
        else if (isAwaited(ended)) await this.leave(order);
        else await this.intents.isOpen(order, ended);
        return null;
      }
      case 'keep-intent': {
        const kept = await this.intents.readdress(step.order, address);
        return (await this.intents.isOpen(order, kept)) && (await this.write(caller, address, order, null)) ? order.id : null;
      }
    }
  }

  /** Finds or makes the cart's open order. What is in the way is thrown only after the commit: a changed price has been told then. */
  private async prepare(caller: Caller, address: ShippingAddress): Promise<Step> {
    const step = await this.dataSource.transaction(async (manager): Promise<Step | CheckoutObstacle> => {
      const cart = await this.lockCart(manager, caller);
      if (!cart) return 'empty';
      if (cart.obstacle) {
        // D33: the refusal itself tells the new price, so that the next call goes through.
        if (cart.obstacle === 'price-changed') await cart.tell();
        return cart.obstacle;
      }
      const open = await this.orders.findOpenOfCart(manager, cart.id);
      if (open?.paymentProvider === this.intents.providerName) return this.stepFor(manager, open, cart.priced, address);
      if (open) await this.letGo(manager, open);
      const order = newOrder(ownerOf(caller), cart.id, this.intents.providerName);
      applyCheckout(order, caller, cart.priced, address);
      await this.orders.insert(manager, order, draftItems(order.id, cart.priced));
      return { to: 'create-intent', order, isCurrent: true };
    });
    if (typeof step === 'string') throw refusalOf(step);
    return step;
  }

  private async stepFor(manager: EntityManager, order: Order, cart: PricedCart, address: ShippingAddress): Promise<Step> {
    const items = await this.itemsOf(manager, order);
    const wanted = draftItems(order.id, cart);
    const isSame = areSamePieces(items, wanted);
    if (!hasIntent(order)) return { to: 'create-intent', order, isCurrent: isSame && revisionOf({ ...order, shippingAddress: address }, items) === revisionOf(order, items) };
    if (isSame && order.endingIntentId === null) return { to: 'keep-intent', order };
    await this.intents.announceEnd(manager, order);
    return { to: 'end-intent', order };
  }

  private async leave(seen: Order): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, seen.id);
      if (order?.status === 'created' && order.paymentIntentId === seen.paymentIntentId) await this.letGo(manager, order);
    });
  }

  /** It was begun with a provider, or an account there, that takes no new payments any more, or its payment takes days: it is paid by itself, or the sweep ends it. */
  private async letGo(manager: EntityManager, order: Order): Promise<void> {
    Object.assign(order, { cartId: null, endingIntentId: null });
    await this.orders.save(manager, order);
  }

  /** Brings the order up to the cart, unless either has moved on since `seen`: with an intent only the address may differ, without the one that was `ended` anything. */
  private async write(caller: Caller, address: ShippingAddress, seen: Order, ended: Intent | null): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const cart = await this.lockCart(manager, caller);
      if (!cart || cart.obstacle) return false;
      const order = await this.orders.findOpenOfCart(manager, cart.id);
      if (order?.id !== seen.id || order.paymentIntentId !== seen.paymentIntentId) return false;
      const wanted = draftItems(order.id, cart.priced);
      if (ended) await this.intents.letGo(manager, order, ended);
      else if (order.endingIntentId !== null || !areSamePieces(await this.itemsOf(manager, order), wanted)) return false;
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
