import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { HoldsModule } from '../fulfilment/holds.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CancelUnpaidOrder } from './cancel-unpaid-order.js';
import { CheckProvider } from './check-provider.js';
import { EndRefundedOrder } from './end-refunded-order.js';
import { FollowFacts } from './follow-facts.js';
import { HearPayment } from './hear-payment.js';
import { EventReadsRepository } from './event-reads.repository.js';
import { HearEvent } from './hear-event.js';
import { HearWebhook } from './hear-webhook.js';
import { HeldPayments } from './held-payments.js';
import { LostWords } from './lost-words.js';
import { MoneyLedger } from './money-ledger.js';
import { OpenPayments } from './open-payments.js';
import { OweRefund } from './owe-refund.js';
import { OrderOfIntent } from './order-of-intent.js';
import { DisputesRepository } from './disputes.repository.js';
import { PaymentProviders } from './payment-providers.js';
import { PaymentSweep } from './payment-sweep.js';
import { PaymentSweepSchedule } from './payment-sweep.schedule.js';
import { PaymentsRepository } from './payments.repository.js';
import { ProviderRefusals } from './provider-refusals.js';
import { RecordDispute } from './record-dispute.js';
import { RecordPayment } from './record-payment.js';
import { RecordRefund } from './record-refund.js';
import { RefundPayment } from './refund-payment.js';
import { RefundsRepository } from './refunds.repository.js';
import { AnswerSandboxChallenge } from './sandbox/answer-sandbox-challenge.js';
import { ConfirmSandboxPayment } from './sandbox/confirm-sandbox-payment.js';
import { SandboxBooks } from './sandbox/sandbox-books.js';
import { SandboxQueue } from './sandbox/sandbox-queue.js';
import { SandboxRefunds } from './sandbox/sandbox-refunds.js';
import { SandboxWebhooks } from './sandbox/sandbox-webhooks.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { SettleSandbox } from './sandbox/settle-sandbox.js';
import { ShownAmount } from './shown-amount.js';
import { StripeClient } from './stripe/stripe.client.js';
import { StripeProvider } from './stripe/stripe.provider.js';
import { StartPaidOrder } from './start-paid-order.js';
import { UnpaidOrders } from './unpaid-orders.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [OrdersModule, HoldsModule, AuditModule],
  controllers: [WebhooksController, SandboxController],
  providers: [
    ProviderRefusals,
    CheckProvider,
    SandboxProvider,
    StripeClient,
    StripeProvider,
    PaymentProviders,
    SandboxQueue,
    SandboxBooks,
    SandboxRefunds,
    SettleSandbox,
    SandboxWebhooks,
    ShownAmount,
    ConfirmSandboxPayment,
    AnswerSandboxChallenge,
    PaymentsRepository,
    RefundsRepository,
    DisputesRepository,
    OrderOfIntent,
    MoneyLedger,
    UnpaidOrders,
    HeldPayments,
    RecordPayment,
    StartPaidOrder,
    EndRefundedOrder,
    OweRefund,
    RecordRefund,
    RecordDispute,
    RefundPayment,
    HearPayment,
    HearEvent,
    HearWebhook,
    EventReadsRepository,
    LostWords,
    FollowFacts,
    CancelUnpaidOrder,
    OpenPayments,
    PaymentSweep,
    PaymentSweepSchedule,
  ],
  exports: [
    CheckProvider,
    ProviderRefusals,
    EndRefundedOrder,
    OweRefund,
    PaymentProviders,
    MoneyLedger,
    HeldPayments,
    FollowFacts,
    RecordRefund,
    RefundsRepository,
    DisputesRepository,
    HearPayment,
    RefundPayment,
    CancelUnpaidOrder,
  ],
})
export class PaymentsModule {}
