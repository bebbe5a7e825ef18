import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { FulfilmentModule } from '../fulfilment/fulfilment.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReprintsModule } from '../reprints/reprints.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { WebhooksController } from './webhooks.controller.js';
import { OrderPaymentsService } from './order-payments.service.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { FulfilmentSchedule } from './fulfilment.schedule.js';
import { ManualStatusChangesService } from './manual-status-changes.service.js';
import { PaymentReconciliationService } from './payment-reconciliation.service.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { OrderSubmissionService } from './order-submission.service.js';
import { PaymentEventsService } from './payment-events.service.js';
import { ParcelsService } from './parcels.service.js';
import { PrinterEventsService } from './printer-events.service.js';
import { PaymentChecksService } from './payment-checks.service.js';
import { PaymentDoubtsService } from './payment-doubts.service.js';
import { ReprintSubmissionService } from './reprint-submission.service.js';
import { RefundsService } from './refunds.service.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';

/** What the payment provider, the printer and time do to an order: paid, refunded, cancelled, printed, delivered. */
@Module({
  imports: [OrdersModule, PaymentsModule, FulfilmentModule, ReprintsModule, AuditModule],
  controllers: [WebhooksController],
  providers: [
    OrderPaymentsService,
    OrderLifecycleService,
    FulfilmentSchedule,
    ManualStatusChangesService,
    PaymentReconciliationService,
    PaymentsRepository,
    OrderSubmissionService,
    PaymentChecksService,
    PaymentDoubtsService,
    PaymentEventsService,
    ParcelsService,
    PrinterEventsService,
    RefundsService,
    ReprintSubmissionService,
    UnpaidOrdersService,
  ],
  exports: [
    PaymentReconciliationService,
    OrderLifecycleService,
    RefundsService,
    OrderPaymentsService,
    PaymentEventsService,
    UnpaidOrdersService,
    ParcelsService,
    PrinterEventsService,
    ManualStatusChangesService,
  ],
})
export class OrderLifecycleModule {}
