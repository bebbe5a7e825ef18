import { Injectable } from '@nestjs/common';
import type { Checkout, ShippingAddress } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import { ClaimGuest } from '../guests/claim-guest.js';
import { isIntentUnknown, isRequestRefused } from '../payments/payment-provider.js';
import { cartEmpty, checkoutBusy } from './checkout-refusals.js';
import { CheckoutSteps, type OwnStep } from './checkout-steps.js';
import { LetGoOrders } from './let-go-orders.js';
import { isAwaited, OrderIntents } from './order-intents.js';
import { PayableCheckouts } from './payable-checkouts.js';

/** Each round is lost only to a change of the cart or to a payment made at the same time; a changed cart needs two, and each other order with pieces of it one. */
const ATTEMPTS = 10;

/**
 * The shipping call (D23): one cart has one open order, made once and then brought up to date. An intent is made for one content of the
 * order and never costs anything else: where the cart was changed, the intent is ended first, then the order is written, then it gets
 * another. So whoever pays, in whichever tab, pays what that tab was told. The provider is called between transactions; a crash
 * anywhere leaves an order that is what it was, or one that waits for its intent. Calls that cross each other converge.
 */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly steps: CheckoutSteps,
    private readonly intents: OrderIntents,
    private readonly claims: ClaimGuest,
    private readonly payable: PayableCheckouts,
    private readonly letGo: LetGoOrders,
  ) {}

  async execute(caller: Caller, address: ShippingAddress): Promise<Checkout> {
    if (caller.kind === 'anonymous') throw cartEmpty();
    await this.claims.ofCaller(caller);
    /** Orders with pieces of the cart that may be paid all the same: their customer has days for that. */
    const passed: string[] = [];
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const step = await this.steps.next(caller, address, passed);
      const orderId =
        step.to === 'end-other'
          ? await this.letGo.end(step.order, passed)
          : await this.takeOrLeave(step, caller, address);
      const checkout = orderId && (await this.payable.read(orderId));
      if (checkout) return checkout;
    }
    throw checkoutBusy();
  }

  /**
   * The cart gets another order where the provider does not know this one's intent; and, with the next call, where it refuses to make one: an order that has none
   * asks for the same again, whatever the customer has corrected since.
   */
  private async takeOrLeave(step: OwnStep, caller: Caller, address: ShippingAddress): Promise<string | null> {
    try {
      return await this.take(step, caller, address);
    } catch (error) {
      const isRefused = step.to === 'create-intent' && isRequestRefused(error);
      if (isRefused || isIntentUnknown(error)) await this.letGo.leave(step.order);
      if (!isIntentUnknown(error)) throw error;
      return null;
    }
  }

  /** The id of the order that may be paid now; null where another look is needed. */
  private async take(step: OwnStep, caller: Caller, address: ShippingAddress): Promise<string | null> {
    const { order } = step;
    switch (step.to) {
      case 'create-intent': {
        const made = await this.intents.create(order);
        return made && (await this.intents.isOpen(order, made)) && step.isCurrent ? order.id : null;
      }
      case 'end-intent': {
        const ended = await this.intents.end(step.order);
        if (ended.status === 'canceled') await this.steps.write(caller, address, order, ended);
        else if (isAwaited(ended)) await this.letGo.leave(order);
        else await this.intents.isOpen(order, ended);
        return null;
      }
      case 'keep-intent': {
        const kept = await this.intents.readdress(step.order, address);
        return (await this.intents.isOpen(order, kept)) && (await this.steps.write(caller, address, order, null))
          ? order.id
          : null;
      }
    }
  }
}
