import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AskPrinter } from './ask-printer.js';
import { PaidOrderCancellationService } from './paid-order-cancellation.service.js';
import { OrphanedOrdersService } from './orphaned-orders.service.js';
import { FulfilmentQueueService } from './fulfilment-queue.service.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { HandMoves } from './hand-moves.js';
import { PrinterEventsService } from './printer-events.service.js';
import { HoldsModule } from './holds.module.js';
import { PrintfulClient } from './printful/printful.client.js';
import { PrintfulProvider } from './printful/printful.provider.js';
import { PrintProviders } from './print-providers.js';
import { PrinterWebhooksController } from './printer-webhooks.controller.js';
import { RetryPrinting } from './retry-printing.js';
import { SandboxPress } from './sandbox/sandbox-press.js';
import { SandboxPrinter } from './sandbox/sandbox.printer.js';
import { UndeliveredParcelsService } from './undelivered-parcels.service.js';
import { SubmitOrder } from './submit-order.js';

/** Printing, from the end of the change window to the delivered parcel. */
@Module({
  imports: [OrdersModule, PaymentsModule, HoldsModule, AuditModule],
  controllers: [PrinterWebhooksController],
  providers: [
    SandboxPrinter,
    SandboxPress,
    PrintfulClient,
    PrintfulProvider,
    PrintProviders,
    FulfilmentQueueService,
    SubmitOrder,
    PaidOrderCancellationService,
    HandMoves,
    RetryPrinting,
    PrinterEventsService,
    AskPrinter,
    OrphanedOrdersService,
    UndeliveredParcelsService,
    FulfilmentSchedule,
  ],
  exports: [AskPrinter, PaidOrderCancellationService, HandMoves, RetryPrinting, FulfilmentSchedule],
})
export class FulfilmentModule {}
