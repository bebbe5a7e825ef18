import { Body, Controller, Header, Param } from '@nestjs/common';
import { type Checkout, type CheckoutConfig, type PlacedOrder, type PaymentSecret } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import {
  confirmShipping,
  getCheckoutConfig,
  getPlacedOrder,
  saveCheckoutEmail,
  startPayment,
} from '@shop/contracts-order/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { assertPrintable } from '../packing-slips/gift-message.rules.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { PlacedOrdersService, intentIdParam } from './placed-orders.service.js';
import { CheckoutService } from './checkout.service.js';

type ShippingBody = BodyOf<typeof confirmShipping>;
type PaymentBody = BodyOf<typeof startPayment>;
type EmailBody = BodyOf<typeof saveCheckoutEmail>;

@Controller()
export class CheckoutController {
  constructor(
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly checkout: CheckoutService,
    private readonly placedOrders: PlacedOrdersService,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  @Route(confirmShipping)
  @Header('cache-control', 'no-store')
  async saveShipping(
    @Caller() caller: Caller,
    @Body(zodPipe(confirmShipping.body)) { giftMessage, ...address }: ShippingBody,
  ): Promise<Checkout> {
    const shippingAddress = this.shippableAddresses.getShippable(address);
    if (giftMessage) await assertPrintable(giftMessage);
    return this.checkout.placeOrder(caller, { shippingAddress, giftMessage: giftMessage || null });
  }

  @Route(saveCheckoutEmail)
  saveEmail(@Caller() caller: Caller, @Body(zodPipe(saveCheckoutEmail.body)) body: EmailBody): Promise<void> {
    return this.placedOrders.saveEmail(caller, body);
  }

  @Route(startPayment)
  @Header('cache-control', 'no-store')
  startPayment(@Caller() caller: Caller, @Body(zodPipe(startPayment.body)) body: PaymentBody): Promise<PaymentSecret> {
    return this.placedOrders.startPayment(caller, body);
  }

  @Route(getCheckoutConfig)
  getConfig(): CheckoutConfig {
    const { name: provider, publishableKey, scriptUrl } = this.paymentProviders.current;
    return {
      provider,
      publishableKey,
      ...(scriptUrl && { scriptUrl }),
      countries: this.shippableAddresses.listCountries(),
    };
  }

  @Route(getPlacedOrder)
  @Header('cache-control', 'no-store')
  getPlacedOrder(
    @Caller() caller: Caller,
    @Param('paymentIntentId', intentIdParam) paymentIntentId: string,
  ): Promise<PlacedOrder> {
    return this.placedOrders.getPlacedOrder(caller, paymentIntentId);
  }
}
