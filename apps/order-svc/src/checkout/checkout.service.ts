import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import type { Checkout } from '@shop/contracts-order';
import { type Caller, toOwner } from '@shop/service-kit';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type PricedCart, priceCart, toConfirmedPrices } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { hashSession } from '../guests/owner-ids.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { type Intent, isIntentUnknown, isRequestRejected } from '../payments/payment-provider.js';
import {
  type CheckoutObstacle,
  type Delivery,
  applyCheckout,
  cartEmpty,
  checkoutBusy,
  computeRevision,
  createOrder,
  draftItems,
  findObstacle,
  haveSameItems,
  paymentsStopped,
  toCheckoutError,
} from './checkout.rules.js';
import { OrderIntentsService, type OrderWithIntent, hasIntent, isPayableForDays } from './order-intents.service.js';

/**
 * A round fails only if the cart changes or a payment arrives at the same time. A changed cart needs two rounds, and
 * each detached order with the same items one more.
 */
const MAX_ATTEMPTS = 10;

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
type OwnStep = Exclude<Step, { action: 'cancel-detached-intent' }>;

interface LockedCart {
  id: string;
  priced: PricedCart;
  obstacle: CheckoutObstacle | null;
  /** Stores that this session has seen the current prices. */
  confirmPrices: () => Promise<void>;
}

/**
 * Submits the shipping address: each cart has one open order, which is created once and then updated. An intent belongs
 * to one content of the order and its amount never changes. If the cart changes, the intent is cancelled first, then
 * the order is written, then it gets another intent. A customer who pays in any tab therefore pays the amount that the
 * tab shows. The provider is called between transactions; after a crash the order is unchanged or waits for its intent.
 * Parallel calls converge.
 */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orderIntents: OrderIntentsService,
    private readonly guestClaims: GuestClaimsRepository,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
  ) {}

  async placeOrder(caller: Caller, delivery: Delivery): Promise<Checkout> {
    if (caller.kind === 'anonymous') throw cartEmpty();
    await this.guestClaims.claimForCaller(caller);
    /** Detached orders with items of the cart that stay payable, because their customer has days to pay. */
    const skippedOrderIds: string[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const stoppedForSeconds = await this.orders.findStoppedForSeconds(toOwner(caller));
      if (stoppedForSeconds !== null) throw paymentsStopped(stoppedForSeconds);
      const step = await this.prepareNextStep(caller, delivery, skippedOrderIds);
      const orderId =
        step.action === 'cancel-detached-intent'
          ? await this.cancelDetachedIntent(step.order, skippedOrderIds)
          : await this.runStepOrDetach(step, caller, delivery);
      const checkout = orderId && (await this.orderIntents.findCheckout(orderId));
      if (checkout) return checkout;
    }
    throw checkoutBusy();
  }

  /**
   * Detaches the order if the provider does not know its intent, or refuses to create one. The refused order would
   * repeat the same request whatever the customer corrects.
   */
  private async runStepOrDetach(step: OwnStep, caller: Caller, delivery: Delivery): Promise<string | null> {
    try {
      return await this.runStep(step, caller, delivery);
    } catch (error) {
      const isRefused = step.action === 'create-intent' && isRequestRejected(error);
      if (isRefused || isIntentUnknown(error)) await this.detachOrder(step.order);
      if (!isIntentUnknown(error)) throw error;
      return null;
    }
  }

  /** The id of the order that can be paid now; null if the cart must be read again. */
  private async runStep(step: OwnStep, caller: Caller, delivery: Delivery): Promise<string | null> {
    const { order } = step;
    switch (step.action) {
      case 'create-intent': {
        const intent = await this.orderIntents.createIntent(order);
        return intent && (await this.orderIntents.verifyStillOpen(order, intent)) && step.isCurrent ? order.id : null;
      }
      case 'cancel-intent': {
        const intent = await this.orderIntents.cancelIntent(step.order);
        if (intent.status === 'canceled') await this.updateOrder(caller, delivery, order, intent);
        else if (isPayableForDays(intent)) await this.detachOrder(order);
        else await this.orderIntents.verifyStillOpen(order, intent);
        return null;
      }
      case 'keep-intent': {
        const intent = await this.orderIntents.updateAddress(step.order, delivery.shippingAddress);
        return (await this.orderIntents.verifyStillOpen(order, intent)) &&
          (await this.updateOrder(caller, delivery, order, null))
          ? order.id
          : null;
      }
    }
  }

  /**
   * Finds or creates the cart's open order. An obstacle is thrown only after the commit, because confirmed prices must
   * be stored.
   */
  private async prepareNextStep(caller: Caller, delivery: Delivery, skippedOrderIds: readonly string[]): Promise<Step> {
    const step = await this.dataSource.transaction(async (manager): Promise<Step | DomainError> => {
      const cart = await this.lockCart(manager, caller);
      if (!cart) return cartEmpty();
      if (cart.obstacle) {
        // The error message shows the new price, so the next call succeeds.
        if (cart.obstacle === 'price-changed') await cart.confirmPrices();
        return toCheckoutError(cart.obstacle, cart.priced);
      }
      const provider = this.orderIntents.providerName;
      const detached = await this.orders.findDetachedWithSameItems(manager, toOwner(caller), {
        id: cart.id,
        provider,
        passed: skippedOrderIds,
      });
      if (detached && hasIntent(detached)) return this.planCancellation(manager, 'cancel-detached-intent', detached);
      const open = await this.orders.findOpenByCart(manager, cart.id);
      if (open?.paymentProvider === provider) return this.planStep(manager, open, cart.priced, delivery);
      if (open) await this.detachLocked(manager, open);
      const order = createOrder(toOwner(caller), cart.id, provider);
      applyCheckout(order, caller, cart.priced, delivery);
      await this.orders.insert(manager, order, draftItems(order.id, cart.priced));
      return { action: 'create-intent', order, isCurrent: true };
    });
    if (step instanceof DomainError) throw step;
    return step;
  }

  private async planStep(manager: EntityManager, order: Order, cart: PricedCart, delivery: Delivery): Promise<Step> {
    const items = await this.listItems(manager, order);
    const wanted = draftItems(order.id, cart);
    const isSame = haveSameItems(items, wanted);
    if (!hasIntent(order))
      return {
        action: 'create-intent',
        order,
        isCurrent: isSame && computeRevision({ ...order, ...delivery }, items) === computeRevision(order, items),
      };
    if (isSame && !order.intent.isEnding) return { action: 'keep-intent', order };
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
  private async updateOrder(
    caller: Caller,
    delivery: Delivery,
    expected: Order,
    canceledIntent: Intent | null,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const cart = await this.lockCart(manager, caller);
      if (!cart || cart.obstacle) return false;
      const order = await this.orders.findOpenByCart(manager, cart.id);
      if (order?.id !== expected.id || order.intent?.id !== expected.intent?.id) return false;
      const wanted = draftItems(order.id, cart.priced);
      if (canceledIntent) await this.orderIntents.clearIntent(manager, order, canceledIntent);
      else if (order.intent?.isEnding || !haveSameItems(await this.listItems(manager, order), wanted)) return false;
      applyCheckout(order, caller, cart.priced, delivery);
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

  /**
   * Detaches the order from its cart, unless it got another intent in between. Such an order is paid after all, cancelled by
   * reconciliation, or cancelled by a checkout whose cart contains its items.
   */
  private async detachOrder(expected: Order): Promise<void> {
    await this.withLockedOpenOrder(expected, (manager, order) => this.detachLocked(manager, order));
  }

  /**
   * Detaches an order because its provider or account takes no new payments, its payment takes days, or the provider
   * refused it.
   */
  private async detachLocked(manager: EntityManager, order: Order): Promise<void> {
    // The next idempotency key: an intent that is being created at this moment must not become the order's.
    if (order.intent) order.intent.isEnding = false;
    else order.canceledIntents += 1;
    order.cartId = null;
    await this.orders.save(manager, order);
  }

  /**
   * Cancels the intent, so that the detached order cannot be paid next to the cart's own order. If the customer has
   * days to pay, or the provider does not know the intent, the order stays payable (ADR 20) and its id is added to
   * `skippedOrderIds`. Always resolves with null: the caller must read the cart again.
   */
  private async cancelDetachedIntent(order: OrderWithIntent, skippedOrderIds: string[]): Promise<null> {
    const intent = await this.orderIntents.cancelIntent(order).catch((error: unknown) => {
      if (isIntentUnknown(error)) return null;
      throw error;
    });
    if (intent?.status === 'canceled') await this.clearIntent(order, intent);
    else if (intent && !isPayableForDays(intent)) await this.orderIntents.verifyStillOpen(order, intent);
    else {
      await this.detachOrder(order);
      skippedOrderIds.push(order.id);
    }
    return null;
  }

  private async clearIntent(expected: Order, canceledIntent: Intent): Promise<void> {
    await this.withLockedOpenOrder(expected, async (manager, order) => {
      await this.orderIntents.clearIntent(manager, order, canceledIntent);
      await this.orders.save(manager, order);
    });
  }

  private async withLockedOpenOrder(
    expected: Order,
    work: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, expected.id);
      if (order?.status === 'created' && order.intent?.id === expected.intent?.id) await work(manager, order);
    });
  }
}
