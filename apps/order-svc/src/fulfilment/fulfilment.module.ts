import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PrinterPollingService } from './printer-polling.service.js';
import { PaidOrderCancellationService } from './paid-order-cancellation.service.js';
import { OrphanedOrdersService } from './orphaned-orders.service.js';
import { FulfilmentQueueService } from './fulfilment-queue.service.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { ManualStatusChangesService } from './manual-status-changes.service.js';
import { PrinterEventsService } from './printer-events.service.js';
import { ChangeWindowModule } from './change-window.module.js';
import { PrintfulClient } from './printful/printful.client.js';
import { PrintfulProvider } from './printful/printful.provider.js';
import { PrintProviders } from './print-providers.js';
import { PrinterWebhooksController } from './printer-webhooks.controller.js';
import { PrintRetryService } from './print-retry.service.js';
import { SandboxPrintScheduler } from './sandbox/sandbox-print.scheduler.js';
import { SandboxPrintProvider } from './sandbox/sandbox-print.provider.js';
import { UndeliveredParcelsService } from './undelivered-parcels.service.js';
import { OutOfStockService } from './out-of-stock.service.js';
import { OrderSubmissionService } from './order-submission.service.js';

/** Printing, from the end of the change window to the delivered parcel. */
@Module({
  imports: [OrdersModule, PaymentsModule, ChangeWindowModule, AuditModule],
  controllers: [PrinterWebhooksController],
  providers: [
    SandboxPrintProvider,
    SandboxPrintScheduler,
    PrintfulClient,
    PrintfulProvider,
    PrintProviders,
    FulfilmentQueueService,
    OrderSubmissionService,
    OutOfStockService,
    PaidOrderCancellationService,
    ManualStatusChangesService,
    PrintRetryService,
    PrinterEventsService,
    PrinterPollingService,
    OrphanedOrdersService,
    UndeliveredParcelsService,
    FulfilmentSchedule,
  ],
  exports: [
    PrinterPollingService,
    PaidOrderCancellationService,
    ManualStatusChangesService,
    PrintRetryService,
    FulfilmentSchedule,
  ],
})
export class FulfilmentModule {}
