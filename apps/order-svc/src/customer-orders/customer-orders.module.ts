import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { PrintCatalogueModule } from '../print-catalogue/print-catalogue.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { ProblemReportsModule } from '../problem-reports/problem-reports.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { ReprintsModule } from '../reprints/reprints.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CustomerOrderChangesService } from './customer-order-changes.service.js';
import { CustomerAfterSaleService } from './customer-after-sale.service.js';
import { CustomerOrdersController } from './customer-orders.controller.js';
import { CustomerOrdersService } from './customer-orders.service.js';
import { CustomerProblemsController } from './customer-problems.controller.js';
import { CustomerReceiptsController } from './customer-receipts.controller.js';
import { CustomerOrdersRepository } from './customer-orders.repository.js';
import { ItemChangesService } from './item-changes.service.js';
import { OrderAccessService } from './order-access.service.js';
import { OrderAccountsService } from './order-accounts.service.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderCodesController } from './order-codes.controller.js';
import { OrderCodesService } from './order-codes.service.js';
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
    ProblemReportsModule,
    ReceiptsModule,
    ReprintsModule,
    OrderLifecycleModule,
    AuditModule,
  ],
  controllers: [CustomerOrdersController, CustomerProblemsController, CustomerReceiptsController, OrderCodesController],
  providers: [
    CustomerAfterSaleService,
    CustomerOrdersService,
    CustomerOrdersRepository,
    CustomerOrderChangesService,
    ItemChangesService,
    OrderAccessService,
    OrderAccountsService,
    OrderAnswersService,
    OrderCodesService,
    OrderSignals,
    OrderStreamService,
    OrderWatches,
  ],
})
export class CustomerOrdersModule {}
