import { Module } from '@nestjs/common';
import { CartsModule } from '../carts/carts.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutStepsService } from './checkout-steps.service.js';
import { CartDetachmentService } from './cart-detachment.service.js';
import { OrderIntentsService } from './order-intents.service.js';
import { PayableCheckouts } from './payable-checkouts.js';
import { PlaceOrder } from './place-order.js';
import { PlacedOrders } from './placed-orders.js';

@Module({
  imports: [CartsModule, GuestsModule, OrdersModule, PaymentsModule],
  controllers: [CheckoutController],
  providers: [
    PlaceOrder,
    PayableCheckouts,
    PlacedOrders,
    OrderIntentsService,
    CheckoutStepsService,
    CartDetachmentService,
  ],
})
export class CheckoutModule {}
