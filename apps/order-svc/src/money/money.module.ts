import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { AdminOrdersModule } from '../admin-orders/admin-orders.module.js';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { OrderLifecycleModule } from '../order-lifecycle/order-lifecycle.module.js';
import { LedgerSyncService } from './ledger-sync.service.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { UnmatchedPaymentRefundService } from './unmatched-payment-refund.service.js';
import { DiscrepancyResolutionService } from './discrepancy-resolution.service.js';
import { PrintingResolutionService } from './printing-resolution.service.js';
import { RefundResolutionService } from './refund-resolution.service.js';
import { ShopResolutionService } from './shop-resolution.service.js';
import { MoneyFiguresService } from './money-figures.service.js';
import { MoneyOverviewService } from './money-overview.service.js';
import { MoneyController } from './money.controller.js';
import { DiscrepancyNotificationsService } from './discrepancy-notifications.service.js';
import { DiscrepancyNotificationsSchedule } from './discrepancy-notifications.schedule.js';

@Module({
  imports: [OrdersModule, PaymentsModule, FulfilmentModule, OrderLifecycleModule, AdminOrdersModule, AuditModule],
  controllers: [MoneyController],
  providers: [
    MoneyFiguresService,
    DiscrepanciesRepository,
    MoneyOverviewService,
    LedgerSyncService,
    RefundResolutionService,
    ShopResolutionService,
    PrintingResolutionService,
    UnmatchedPaymentRefundService,
    DiscrepancyResolutionService,
    DiscrepancyNotificationsService,
    DiscrepancyNotificationsSchedule,
  ],
})
export class MoneyModule {}
