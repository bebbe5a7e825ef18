import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AdminOrdersModule } from '../admin-orders/admin-orders.module.js';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { ReprintsModule } from '../reprints/reprints.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { PaymentResolutionService } from './payment-resolution.service.js';
import { LedgerCheckService } from './ledger-check.service.js';
import { UncomparedOrdersRepository } from './uncompared-orders.repository.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { DiscrepancyResolutionService } from './discrepancy-resolution.service.js';
import { MoneyOverviewRepository } from './money-overview.repository.js';
import { MoneyController } from './money.controller.js';
import { DiscrepancyNotificationsService } from './discrepancy-notifications.service.js';

@Module({
  imports: [
    OrdersModule,
    PaymentsModule,
    FulfilmentModule,
    ReprintsModule,
    OrderLifecycleModule,
    AdminOrdersModule,
    AuditModule,
  ],
  controllers: [MoneyController],
  providers: [
    MoneyOverviewRepository,
    DiscrepanciesRepository,
    UncomparedOrdersRepository,
    LedgerCheckService,
    PaymentResolutionService,
    DiscrepancyResolutionService,
    DiscrepancyNotificationsService,
  ],
})
export class MoneyModule {}
