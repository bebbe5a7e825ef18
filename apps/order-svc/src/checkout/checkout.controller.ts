import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import {
  checkoutEmailRequestSchema,
  paymentRequestSchema,
  shippingAddressSchema,
  type Checkout,
  type CheckoutConfig,
  type PlacedOrder,
  type PaymentSecret,
} from '@shop/contracts/order';
import { Access, Caller, zodPipe } from '@shop/service-kit';
import type { z } from 'zod';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { PlacedOrdersService, intentIdParam } from './placed-orders.service.js';
import { CheckoutService } from './checkout.service.js';

type AddressBody = z.output<typeof shippingAddressSchema>;
type PaymentBody = z.output<typeof paymentRequestSchema>;
type EmailBody = z.output<typeof checkoutEmailRequestSchema>;

@Controller('api/checkout')
export class CheckoutController {
  constructor(
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly checkout: CheckoutService,
    private readonly placedOrders: PlacedOrdersService,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  @Post('shipping')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Access('public')
  saveShipping(
    @Caller() caller: Caller,
    @Body(zodPipe(shippingAddressSchema)) address: AddressBody,
  ): Promise<Checkout> {
    return this.checkout.placeOrder(caller, this.shippableAddresses.getShippable(address));
  }

  @Post('email')
  @HttpCode(204)
  @Access('session')
  saveEmail(@Caller() caller: Caller, @Body(zodPipe(checkoutEmailRequestSchema)) body: EmailBody): Promise<void> {
    return this.placedOrders.saveEmail(caller, body);
  }

  @Post('payment')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Access('session')
  startPayment(
    @Caller() caller: Caller,
    @Body(zodPipe(paymentRequestSchema)) body: PaymentBody,
  ): Promise<PaymentSecret> {
    return this.placedOrders.startPayment(caller, body);
  }

  @Get('config')
  @Access('public')
  getConfig(): CheckoutConfig {
    const { name: provider, publishableKey } = this.paymentProviders.current;
    return { provider, publishableKey, countries: this.shippableAddresses.listCountries() };
  }

  @Get('orders/:paymentIntentId')
  @Header('cache-control', 'no-store')
  @Access('public')
  getPlacedOrder(
    @Caller() caller: Caller,
    @Param('paymentIntentId', intentIdParam) paymentIntentId: string,
  ): Promise<PlacedOrder> {
    return this.placedOrders.getPlacedOrder(caller, paymentIntentId);
  }
}
