import { Injectable } from '@nestjs/common';
import type { Checkout, ShippingAddress } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import { GuestClaimsService } from '../guests/guest-claims.service.js';
import { isIntentUnknown, isRequestRejected } from '../payments/payment-provider.js';
import { cartEmpty, checkoutBusy } from './checkout.errors.js';
import { CheckoutStepsService, type OwnStep } from './checkout-steps.service.js';
import { CartDetachmentService } from './cart-detachment.service.js';
import { isPayableForDays, OrderIntentsService } from './order-intents.service.js';
import { PaymentStartService } from './payment-start.service.js';

/**
 * A round fails only if the cart changes or a payment arrives at the same time. A changed cart needs two rounds, and
 * each detached order with the same items one more.
 */
const MAX_ATTEMPTS = 10;

/**
 * Submits the shipping address: each cart has one open order, which is created once and then updated. An intent belongs
 * to one content of the order and its amount never changes. If the cart changes, the intent is cancelled first, then
 * the order is written, then it gets another intent. Whoever pays in any tab therefore pays the amount that the tab
 * shows. The provider is called between transactions; after a crash the order is unchanged or waits for its intent.
 * Parallel calls converge.
 */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly checkoutSteps: CheckoutStepsService,
    private readonly orderIntents: OrderIntentsService,
    private readonly guestClaims: GuestClaimsService,
    private readonly paymentStart: PaymentStartService,
    private readonly cartDetachment: CartDetachmentService,
  ) {}

  async placeOrder(caller: Caller, address: ShippingAddress): Promise<Checkout> {
    if (caller.kind === 'anonymous') throw cartEmpty();
    await this.guestClaims.claimForCaller(caller);
    /** Detached orders with items of the cart that stay payable, because their customer has days to pay. */
    const skippedOrderIds: string[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const step = await this.checkoutSteps.prepareNextStep(caller, address, skippedOrderIds);
      const orderId =
        step.action === 'cancel-detached-intent'
          ? await this.cartDetachment.cancelDetachedIntent(step.order, skippedOrderIds)
          : await this.runStepOrDetach(step, caller, address);
      const checkout = orderId && (await this.paymentStart.findCheckout(orderId));
      if (checkout) return checkout;
    }
    throw checkoutBusy();
  }

  /**
   * Detaches the order if the provider does not know its intent, or refuses to create one. The refused order would
   * repeat the same request whatever the customer corrects.
   */
  private async runStepOrDetach(step: OwnStep, caller: Caller, address: ShippingAddress): Promise<string | null> {
    try {
      return await this.runStep(step, caller, address);
    } catch (error) {
      const isRefused = step.action === 'create-intent' && isRequestRejected(error);
      if (isRefused || isIntentUnknown(error)) await this.cartDetachment.detachOrder(step.order);
      if (!isIntentUnknown(error)) throw error;
      return null;
    }
  }

  /** The id of the order that can be paid now; null if the cart must be read again. */
  private async runStep(step: OwnStep, caller: Caller, address: ShippingAddress): Promise<string | null> {
    const { order } = step;
    switch (step.action) {
      case 'create-intent': {
        const intent = await this.orderIntents.createIntent(order);
        return intent && (await this.orderIntents.verifyStillOpen(order, intent)) && step.isCurrent ? order.id : null;
      }
      case 'cancel-intent': {
        const intent = await this.orderIntents.cancelIntent(step.order);
        if (intent.status === 'canceled') await this.checkoutSteps.updateOrder(caller, address, order, intent);
        else if (isPayableForDays(intent)) await this.cartDetachment.detachOrder(order);
        else await this.orderIntents.verifyStillOpen(order, intent);
        return null;
      }
      case 'keep-intent': {
        const intent = await this.orderIntents.updateAddress(step.order, address);
        return (await this.orderIntents.verifyStillOpen(order, intent)) &&
          (await this.checkoutSteps.updateOrder(caller, address, order, null))
          ? order.id
          : null;
      }
    }
  }
}
