import { orderEvents } from '@shop/contracts-order';
import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import { AdminOrdersModule } from './admin-orders/admin-orders.module.js';
import { BulkActionsModule } from './bulk-actions/bulk-actions.module.js';
import { CartsModule } from './carts/carts.module.js';
import { ReadModelsModule } from './read-models/read-models.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import type { Config } from './config.js';
import { migrations } from './database/migrations.js';
import { CustomerOrdersModule } from './customer-orders/customer-orders.module.js';
import { CustomerDataModule } from './customer-data/customer-data.module.js';
import { OrderLifecycleModule } from './order-lifecycle/order-lifecycle.module.js';
import { FiguresModule } from './figures/figures.module.js';
import { FulfilmentModule } from './fulfilment/fulfilment.module.js';
import { GuestsModule } from './guests/guests.module.js';
import { MoneyModule } from './money/money.module.js';
import { OrderItem } from './orders/order-item.entity.js';
import { Order } from './orders/order.entity.js';
import { OrdersModule } from './orders/orders.module.js';
import { PackingSlipsModule } from './packing-slips/packing-slips.module.js';
import { PaymentIntent } from './orders/payment-intent.entity.js';
import { ProblemReportsModule } from './problem-reports/problem-reports.module.js';
import { ReprintItem } from './reprints/reprint-item.entity.js';
import { Reprint } from './reprints/reprint.entity.js';
import { ReprintsModule } from './reprints/reprints.module.js';
import { ReviewRequestsModule } from './review-requests/review-requests.module.js';
import { ShopSettingsModule } from './shop-settings/shop-settings.module.js';
import { PaymentsModule } from './payments/payments.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'order-svc',
          events: orderEvents,
          config,
          entities: [Order, OrderItem, PaymentIntent, Reprint, ReprintItem],
          migrations,
        }),
        ReadModelsModule,
        GuestsModule,
        ShopSettingsModule,
        CartsModule,
        OrdersModule,
        PaymentsModule,
        FulfilmentModule,
        ProblemReportsModule,
        ReprintsModule,
        ReviewRequestsModule,
        OrderLifecycleModule,
        CheckoutModule,
        CustomerOrdersModule,
        AdminOrdersModule,
        BulkActionsModule,
        PackingSlipsModule,
        MoneyModule,
        FiguresModule,
        CustomerDataModule,
      ],
    };
  }
}
