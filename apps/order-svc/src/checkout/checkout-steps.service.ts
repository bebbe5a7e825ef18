import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ShippingAddress } from '@shop/contracts/order';
import { toOwner, type Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { priceCart, type PricedCart } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { toConfirmedPrices } from '../carts/confirmed-prices.rules.js';
import { hashSession } from '../guests/owner-ids.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { Intent } from '../payments/payment-provider.js';
import { toCheckoutError } from './checkout.errors.js';
import { findObstacle, type CheckoutObstacle } from './checkout.rules.js';
import { CartDetachmentService } from './cart-detachment.service.js';
import { applyCheckout, draftItems, createOrder } from './order-draft.js';
import { hasIntent, OrderIntentsService, type OrderWithIntent } from './order-intents.service.js';
import { haveSameItems, computeRevision } from './order-revision.rules.js';

/** What must be done before the cart's open order can be paid for the cart's present content. */
type Step =
  /** The order has no intent yet. `isCurrent`: it already matches cart and address. */
  | { action: 'create-intent'; order: Order; isCurrent: boolean }
  /** Items or prices changed: the amount on an open page must not be payable any more. */
  | { action: 'cancel-intent'; order: OrderWithIntent }
  /** Another order, detached from the cart, contains items of it and is still payable: they must not be sold twice. */
  | { action: 'cancel-detached-intent'; order: OrderWithIntent }
  | { action: 'keep-intent'; order: OrderWithIntent };

/** Steps that concern the cart's own order. */
export type OwnStep = Exclude<Step, { action: 'cancel-detached-intent' }>;

interface LockedCart {
  id: string;
  priced: PricedCart;
  obstacle: CheckoutObstacle | null;
  /** Stores that this session has seen the current prices. */
  confirmPrices: () => Promise<void>;
}

/** Reads and writes a cart and its open order under the cart's lock. */
@Injectable()
export class CheckoutStepsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly orderIntents: OrderIntentsService,
    private readonly cartDetachment: CartDetachmentService,
  ) {}

  /**
   * Finds or creates the cart's open order. An obstacle is thrown only after the commit, because confirmed prices must
   * be stored.
   */
  async prepareNextStep(caller: Caller, address: ShippingAddress, skippedOrderIds: readonly string[]): Promise<Step> {
    const step = await this.dataSource.transaction(async (manager): Promise<Step | CheckoutObstacle> => {
      const cart = await this.lockCart(manager, caller);
      if (!cart) return 'empty';
      if (cart.obstacle) {
        // The error message shows the new price, so the next call succeeds.
        if (cart.obstacle === 'price-changed') await cart.confirmPrices();
        return cart.obstacle;
      }
      const provider = this.orderIntents.providerName;
      const detached = await this.orders.findDetachedWithSameItems(manager, toOwner(caller), {
        id: cart.id,
        provider,
        passed: skippedOrderIds,
      });
      if (detached && hasIntent(detached)) return this.planCancellation(manager, 'cancel-detached-intent', detached);
      const open = await this.orders.findOpenByCart(manager, cart.id);
      if (open?.paymentProvider === provider) return this.planStep(manager, open, cart.priced, address);
      if (open) await this.cartDetachment.detachLocked(manager, open);
      const order = createOrder(toOwner(caller), cart.id, provider);
      applyCheckout(order, caller, cart.priced, address);
      await this.orders.insert(manager, order, draftItems(order.id, cart.priced));
      return { action: 'create-intent', order, isCurrent: true };
    });
    if (typeof step === 'string') throw toCheckoutError(step);
    return step;
  }

  private async planStep(
    manager: EntityManager,
    order: Order,
    cart: PricedCart,
    address: ShippingAddress,
  ): Promise<Step> {
    const items = await this.listItems(manager, order);
    const wanted = draftItems(order.id, cart);
    const isSame = haveSameItems(items, wanted);
    if (!hasIntent(order))
      return {
        action: 'create-intent',
        order,
        isCurrent:
          isSame && computeRevision({ ...order, shippingAddress: address }, items) === computeRevision(order, items),
      };
    if (isSame && order.cancelingIntentId === null) return { action: 'keep-intent', order };
    return this.planCancellation(manager, 'cancel-intent', order);
  }

  private async planCancellation(
    manager: EntityManager,
    action: 'cancel-intent' | 'cancel-detached-intent',
    order: OrderWithIntent,
  ): Promise<Step> {
    await this.orderIntents.markIntentEnding(manager, order);
    return { action, order };
  }

  /**
   * Updates the order from the cart unless either changed since `expected` was read. With an intent only the address
   * may differ; after `canceledIntent` everything may.
   */
  async updateOrder(
    caller: Caller,
    address: ShippingAddress,
    expected: Order,
    canceledIntent: Intent | null,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const cart = await this.lockCart(manager, caller);
      if (!cart || cart.obstacle) return false;
      const order = await this.orders.findOpenByCart(manager, cart.id);
      if (order?.id !== expected.id || order.paymentIntentId !== expected.paymentIntentId) return false;
      const wanted = draftItems(order.id, cart.priced);
      if (canceledIntent) await this.orderIntents.clearIntent(manager, order, canceledIntent);
      else if (order.cancelingIntentId !== null || !haveSameItems(await this.listItems(manager, order), wanted))
        return false;
      applyCheckout(order, caller, cart.priced, address);
      await this.orderIntents.resetPayment(manager, order);
      if (canceledIntent) await this.orders.replaceItems(manager, order.id, wanted);
      else await this.orders.storePrintData(manager, order.id);
      return true;
    });
  }

  private async listItems(manager: EntityManager, { id }: Order): Promise<OrderItem[]> {
    return (await this.orders.listItems([id], manager)).get(id) ?? [];
  }

  private async lockCart(manager: EntityManager, caller: Caller): Promise<LockedCart | null> {
    const session = hashSession(caller);
    const cart = await this.carts.findLocked(manager, toOwner(caller), session);
    if (!cart) return null;
    const priced = priceCart(cart.lines);
    const confirmPrices = (): Promise<void> =>
      this.carts.saveConfirmedPricesLocked(
        manager,
        cart.id,
        session,
        toConfirmedPrices(priced.lines, cart.confirmedPrices),
      );
    return { id: cart.id, priced, obstacle: findObstacle(priced, cart.confirmedPrices), confirmPrices };
  }
}
