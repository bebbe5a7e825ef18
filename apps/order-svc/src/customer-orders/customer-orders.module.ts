import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { PrintCatalogueModule } from '../print-catalogue/print-catalogue.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CustomerOrderChangesService } from './customer-order-changes.service.js';
import { CustomerOrdersController } from './customer-orders.controller.js';
import { CustomerOrdersService } from './customer-orders.service.js';
import { CustomerOrdersRepository } from './customer-orders.repository.js';
import { OrderAccountsService } from './order-accounts.service.js';
import { OrderSignals } from './order-signals.service.js';
import { OrderStreamService } from './order-stream.service.js';
import { OrderWatches } from './order-watches.service.js';

/** A customer's orders: listed, and one of them shown, streamed, and changed or cancelled within the change window. */
@Module({
  imports: [
    GuestsModule,
    PrintCatalogueModule,
    OrdersModule,
    PaymentsModule,
    FulfilmentModule,
    OrderLifecycleModule,
    AuditModule,
  ],
  controllers: [CustomerOrdersController],
  providers: [
    CustomerOrdersService,
    CustomerOrdersRepository,
    CustomerOrderChangesService,
    OrderAccountsService,
    OrderSignals,
    OrderStreamService,
    OrderWatches,
  ],
})
export class CustomerOrdersModule {}
