import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { HoldsModule } from '../fulfilment/holds.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CancelUnpaidOrder } from './cancel-unpaid-order.js';
import { ProviderCheckService } from './provider-check.service.js';
import { EndRefundedOrder } from './end-refunded-order.js';
import { LedgerSyncService } from './ledger-sync.service.js';
import { HearPayment } from './hear-payment.js';
import { ProviderEventCursorsRepository } from './provider-event-cursors.repository.js';
import { ProviderEventsService } from './provider-events.service.js';
import { WebhooksService } from './webhooks.service.js';
import { AmountMismatchService } from './amount-mismatch.service.js';
import { MissedEventsReconciliation } from './missed-events-reconciliation.service.js';
import { MoneyLedger } from './money-ledger.js';
import { OpenOrdersReconciliation } from './open-orders-reconciliation.service.js';
import { OweRefund } from './owe-refund.js';
import { OrderByIntentService } from './order-by-intent.service.js';
import { DisputesRepository } from './disputes.repository.js';
import { PaymentProviders } from './payment-providers.js';
import { PaymentSweep } from './payment-sweep.js';
import { PaymentReconciliationSchedule } from './payment-reconciliation.schedule.js';
import { PaymentsRepository } from './payments.repository.js';
import { ProviderErrorsRepository } from './provider-errors.repository.js';
import { DisputeUpdatesService } from './dispute-updates.service.js';
import { IntentUpdatesService } from './intent-updates.service.js';
import { RefundUpdatesService } from './refund-updates.service.js';
import { RefundPayment } from './refund-payment.js';
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
  imports: [OrdersModule, HoldsModule, AuditModule],
  controllers: [WebhooksController, SandboxController],
  providers: [
    ProviderErrorsRepository,
    ProviderCheckService,
    SandboxProvider,
    StripeClient,
    StripeProvider,
    PaymentProviders,
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
    MoneyLedger,
    UnpaidOrdersService,
    AmountMismatchService,
    IntentUpdatesService,
    PaidOrdersService,
    EndRefundedOrder,
    OweRefund,
    RefundUpdatesService,
    DisputeUpdatesService,
    RefundPayment,
    HearPayment,
    ProviderEventsService,
    WebhooksService,
    ProviderEventCursorsRepository,
    MissedEventsReconciliation,
    LedgerSyncService,
    CancelUnpaidOrder,
    OpenOrdersReconciliation,
    PaymentSweep,
    PaymentReconciliationSchedule,
  ],
  exports: [
    ProviderCheckService,
    ProviderErrorsRepository,
    EndRefundedOrder,
    OweRefund,
    PaymentProviders,
    MoneyLedger,
    AmountMismatchService,
    LedgerSyncService,
    RefundUpdatesService,
    RefundsRepository,
    DisputesRepository,
    HearPayment,
    RefundPayment,
    CancelUnpaidOrder,
  ],
})
export class PaymentsModule {}
