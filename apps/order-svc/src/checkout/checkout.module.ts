import { Module } from '@nestjs/common';
import { CartsModule } from '../carts/carts.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PrintCatalogueModule } from '../print-catalogue/print-catalogue.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutService } from './checkout.service.js';
import { OrderIntentsService } from './order-intents.service.js';
import { PlacedOrdersService } from './placed-orders.service.js';
import { SoldArticlesService } from './sold-articles.service.js';

@Module({
  imports: [CartsModule, GuestsModule, OrdersModule, PaymentsModule, OrderLifecycleModule, PrintCatalogueModule],
  controllers: [CheckoutController],
  providers: [CheckoutService, PlacedOrdersService, OrderIntentsService, SoldArticlesService],
})
export class CheckoutModule {}
