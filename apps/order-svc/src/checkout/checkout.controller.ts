import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import {
  checkoutEmailRequestSchema,
  paymentRequestSchema,
  shippingAddressSchema,
  type Checkout,
  type CheckoutConfig,
  type PlacedOrder,
  type ReadyPayment,
} from '@shop/contracts/order';
import { Access, Caller, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { PaymentProviders } from '../payments/payment-providers.js';
import { intentIdParam } from './intent-id.pipe.js';
import { PayableCheckouts } from './payable-checkouts.js';
import { PlaceOrder } from './place-order.js';
import { PlacedOrders } from './placed-orders.js';

type AddressBody = z.output<typeof shippingAddressSchema>;
type PaymentBody = z.output<typeof paymentRequestSchema>;
type EmailBody = z.output<typeof checkoutEmailRequestSchema>;

@Controller('api/checkout')
export class CheckoutController {
  constructor(
    private readonly checkout: PlaceOrder,
    private readonly paymentStart: PayableCheckouts,
    private readonly placedOrders: PlacedOrders,
    private readonly paymentProviders: PaymentProviders,
  ) {}

  @Post('shipping')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Access('public')
  saveShipping(@Caller() caller: Caller, @Body(zod(shippingAddressSchema)) address: AddressBody): Promise<Checkout> {
    return this.checkout.execute(caller, address);
  }

  @Post('email')
  @HttpCode(204)
  @Access('session')
  saveEmail(@Caller() caller: Caller, @Body(zod(checkoutEmailRequestSchema)) body: EmailBody): Promise<void> {
    return this.placedOrders.saveEmail(caller, body);
  }

  @Post('payment')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Access('session')
  startPayment(@Caller() caller: Caller, @Body(zod(paymentRequestSchema)) body: PaymentBody): Promise<ReadyPayment> {
    return this.paymentStart.makeReady(caller, body);
  }

  @Get('config')
  @Access('public')
  getConfig(): CheckoutConfig {
    const { name: provider, publishableKey } = this.paymentProviders.current;
    return { provider, publishableKey };
  }

  @Get('orders/:paymentIntentId')
  @Header('cache-control', 'no-store')
  @Access('public')
  getPlacedOrder(
    @Caller() caller: Caller,
    @Param('paymentIntentId', intentIdParam) paymentIntentId: string,
  ): Promise<PlacedOrder> {
    return this.placedOrders.read(caller, paymentIntentId);
  }
}
