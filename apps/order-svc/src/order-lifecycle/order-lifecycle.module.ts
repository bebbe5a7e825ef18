import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { WebhooksController } from './webhooks.controller.js';
import { PrinterWebhooksController } from './printer-webhooks.controller.js';
import { AmountMismatchService } from './amount-mismatch.service.js';
import { ChangeWindowService } from './change-window.service.js';
import { DisputeUpdatesService } from './dispute-updates.service.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { IntentUpdatesService } from './intent-updates.service.js';
import { ManualStatusChangesService } from './manual-status-changes.service.js';
import { MissedEventsReconciliation } from './missed-events-reconciliation.service.js';
import { OpenOrdersReconciliation } from './open-orders-reconciliation.service.js';
import { OrderByIntentService } from './order-by-intent.service.js';
import { OrderSubmissionService } from './order-submission.service.js';
import { OrphanedOrdersService } from './orphaned-orders.service.js';
import { PaidOrderCancellationService } from './paid-order-cancellation.service.js';
import { PaidOrdersService } from './paid-orders.service.js';
import { PaymentEventsService } from './payment-events.service.js';
import { PaymentReconciliationSchedule } from './payment-reconciliation.schedule.js';
import { PaymentReconciliationService } from './payment-reconciliation.service.js';
import { PrintRetryService } from './print-retry.service.js';
import { PrinterEventsService } from './printer-events.service.js';
import { PrinterPollingService } from './printer-polling.service.js';
import { ProviderCheckService } from './provider-check.service.js';
import { ProviderEventsService } from './provider-events.service.js';
import { RefundExecutionService } from './refund-execution.service.js';
import { RefundRequestsService } from './refund-requests.service.js';
import { RefundUpdatesService } from './refund-updates.service.js';
import { RefundedOrdersService } from './refunded-orders.service.js';
import { SandboxPrintScheduler } from './sandbox-print.scheduler.js';
import { UndeliveredParcelsService } from './undelivered-parcels.service.js';
import { UnpaidOrderCancellationService } from './unpaid-order-cancellation.service.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';
import { WebhooksService } from './webhooks.service.js';

/** What the payment provider, the printer and time do to an order: paid, refunded, cancelled, printed, delivered. */
@Module({
  imports: [OrdersModule, PaymentsModule, FulfilmentModule, AuditModule],
  controllers: [WebhooksController, PrinterWebhooksController],
  providers: [
    AmountMismatchService,
    ChangeWindowService,
    DisputeUpdatesService,
    FulfilmentSchedule,
    IntentUpdatesService,
    ManualStatusChangesService,
    MissedEventsReconciliation,
    OpenOrdersReconciliation,
    OrderByIntentService,
    OrderSubmissionService,
    OrphanedOrdersService,
    PaidOrderCancellationService,
    PaidOrdersService,
    PaymentEventsService,
    PaymentReconciliationSchedule,
    PaymentReconciliationService,
    PrintRetryService,
    PrinterEventsService,
    PrinterPollingService,
    ProviderCheckService,
    ProviderEventsService,
    RefundExecutionService,
    RefundRequestsService,
    RefundUpdatesService,
    RefundedOrdersService,
    SandboxPrintScheduler,
    UndeliveredParcelsService,
    UnpaidOrderCancellationService,
    UnpaidOrdersService,
    WebhooksService,
  ],
  exports: [
    ProviderCheckService,
    RefundedOrdersService,
    RefundRequestsService,
    AmountMismatchService,
    RefundUpdatesService,
    PaymentEventsService,
    RefundExecutionService,
    UnpaidOrderCancellationService,
    PaidOrdersService,
    PrinterPollingService,
    PaidOrderCancellationService,
    ManualStatusChangesService,
    PrintRetryService,
  ],
})
export class OrderLifecycleModule {}
