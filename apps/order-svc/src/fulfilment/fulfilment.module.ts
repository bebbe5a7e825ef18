import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AskPrinter } from './ask-printer.js';
import { CancelPaidOrder } from './cancel-paid-order.js';
import { ForsakenOrders } from './forsaken-orders.js';
import { FulfilmentDesk } from './fulfilment-desk.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { HandMoves } from './hand-moves.js';
import { HearPrinter } from './hear-printer.js';
import { HoldsModule } from './holds.module.js';
import { PrintfulClient } from './printful/printful.client.js';
import { PrintfulProvider } from './printful/printful.provider.js';
import { PrintProviders } from './print-providers.js';
import { PrinterWebhooksController } from './printer-webhooks.controller.js';
import { RetryPrinting } from './retry-printing.js';
import { SandboxPress } from './sandbox/sandbox-press.js';
import { SandboxPrinter } from './sandbox/sandbox.printer.js';
import { SilentParcels } from './silent-parcels.js';
import { SubmitOrder } from './submit-order.js';

/** From the end of an order's hold to its parcel. */
@Module({
  imports: [OrdersModule, PaymentsModule, HoldsModule, AuditModule],
  controllers: [PrinterWebhooksController],
  providers: [
    SandboxPrinter,
    SandboxPress,
    PrintfulClient,
    PrintfulProvider,
    PrintProviders,
    FulfilmentDesk,
    SubmitOrder,
    CancelPaidOrder,
    HandMoves,
    RetryPrinting,
    HearPrinter,
    AskPrinter,
    ForsakenOrders,
    SilentParcels,
    FulfilmentSchedule,
  ],
  exports: [AskPrinter, CancelPaidOrder, HandMoves, RetryPrinting, FulfilmentSchedule],
})
export class FulfilmentModule {}
