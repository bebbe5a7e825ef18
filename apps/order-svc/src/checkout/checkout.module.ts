import { Module } from '@nestjs/common';
import { CartsModule } from '../carts/carts.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutSteps } from './checkout-steps.js';
import { LetGoOrders } from './let-go-orders.js';
import { OrderIntents } from './order-intents.js';
import { PayableCheckouts } from './payable-checkouts.js';
import { PlaceOrder } from './place-order.js';
import { PlacedOrders } from './placed-orders.js';

@Module({
  imports: [CartsModule, GuestsModule, OrdersModule, PaymentsModule],
  controllers: [CheckoutController],
  providers: [PlaceOrder, PayableCheckouts, PlacedOrders, OrderIntents, CheckoutSteps, LetGoOrders],
})
export class CheckoutModule {}
