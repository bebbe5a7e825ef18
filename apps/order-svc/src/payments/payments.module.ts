import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { ChangeWindowModule } from '../fulfilment/change-window.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { UnpaidOrderCancellationService } from './unpaid-order-cancellation.service.js';
import { ProviderCheckService } from './provider-check.service.js';
import { RefundedOrdersService } from './refunded-orders.service.js';
import { LedgerSyncService } from './ledger-sync.service.js';
import { PaymentEventsService } from './payment-events.service.js';
import { ProviderEventCursorsRepository } from './provider-event-cursors.repository.js';
import { ProviderEventsService } from './provider-events.service.js';
import { WebhooksService } from './webhooks.service.js';
import { AmountMismatchService } from './amount-mismatch.service.js';
import { MissedEventsReconciliation } from './missed-events-reconciliation.service.js';
import { MoneyLedgerService } from './money-ledger.service.js';
import { OpenOrdersReconciliation } from './open-orders-reconciliation.service.js';
import { RefundRequestsService } from './refund-requests.service.js';
import { OrderByIntentService } from './order-by-intent.service.js';
import { DisputesRepository } from './disputes.repository.js';
import { PaymentProviderRegistry } from './payment-provider.registry.js';
import { PaymentReconciliationService } from './payment-reconciliation.service.js';
import { PaymentReconciliationSchedule } from './payment-reconciliation.schedule.js';
import { PaymentsRepository } from './payments.repository.js';
import { ProviderErrorsRepository } from './provider-errors.repository.js';
import { DisputeUpdatesService } from './dispute-updates.service.js';
import { IntentUpdatesService } from './intent-updates.service.js';
import { RefundUpdatesService } from './refund-updates.service.js';
import { RefundExecutionService } from './refund-execution.service.js';
import { RefundsRepository } from './refunds.repository.js';
import { SandboxChallengeService } from './sandbox/sandbox-challenge.service.js';
import { SandboxConfirmationService } from './sandbox/sandbox-confirmation.service.js';
import { SandboxPaymentStore } from './sandbox/sandbox-payment.store.js';
import { SandboxWebhookQueue } from './sandbox/sandbox-webhook.queue.js';
import { SandboxRefundsService } from './sandbox/sandbox-refunds.service.js';
import { SandboxWebhookSender } from './sandbox/sandbox-webhook.sender.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { SandboxSettlementService } from './sandbox/sandbox-settlement.service.js';
import { ConfirmedAmountService } from './confirmed-amount.service.js';
import { StripeClient } from './stripe/stripe.client.js';
import { StripeProvider } from './stripe/stripe.provider.js';
import { PaidOrdersService } from './paid-orders.service.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [OrdersModule, ChangeWindowModule, AuditModule],
  controllers: [WebhooksController, SandboxController],
  providers: [
    ProviderErrorsRepository,
    ProviderCheckService,
    SandboxProvider,
    StripeClient,
    StripeProvider,
    PaymentProviderRegistry,
    SandboxWebhookQueue,
    SandboxPaymentStore,
    SandboxRefundsService,
    SandboxSettlementService,
    SandboxWebhookSender,
    ConfirmedAmountService,
    SandboxConfirmationService,
    SandboxChallengeService,
    PaymentsRepository,
    RefundsRepository,
    DisputesRepository,
    OrderByIntentService,
    MoneyLedgerService,
    UnpaidOrdersService,
    AmountMismatchService,
    IntentUpdatesService,
    PaidOrdersService,
    RefundedOrdersService,
    RefundRequestsService,
    RefundUpdatesService,
    DisputeUpdatesService,
    RefundExecutionService,
    PaymentEventsService,
    ProviderEventsService,
    WebhooksService,
    ProviderEventCursorsRepository,
    MissedEventsReconciliation,
    LedgerSyncService,
    UnpaidOrderCancellationService,
    OpenOrdersReconciliation,
    PaymentReconciliationService,
    PaymentReconciliationSchedule,
  ],
  exports: [
    ProviderCheckService,
    ProviderErrorsRepository,
    RefundedOrdersService,
    RefundRequestsService,
    PaymentProviderRegistry,
    MoneyLedgerService,
    AmountMismatchService,
    LedgerSyncService,
    RefundUpdatesService,
    RefundsRepository,
    DisputesRepository,
    PaymentEventsService,
    RefundExecutionService,
    UnpaidOrderCancellationService,
  ],
})
export class PaymentsModule {}
