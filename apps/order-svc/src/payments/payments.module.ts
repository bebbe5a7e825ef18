import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { ConfirmedAmountService } from './confirmed-amount.service.js';
import { DisputesRepository } from './disputes.repository.js';
import { MoneyLedgerService } from './money-ledger.service.js';
import { PaymentProviderRegistry } from './payment-provider.registry.js';
import { PaymentsRepository } from './payments.repository.js';
import { ProviderErrorsRepository } from './provider-errors.repository.js';
import { ProviderEventCursorsRepository } from './provider-event-cursors.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { SandboxChallengeService } from './sandbox/sandbox-challenge.service.js';
import { SandboxConfirmationService } from './sandbox/sandbox-confirmation.service.js';
import { SandboxPaymentStore } from './sandbox/sandbox-payment.store.js';
import { SandboxRefundsService } from './sandbox/sandbox-refunds.service.js';
import { SandboxSettlementService } from './sandbox/sandbox-settlement.service.js';
import { SandboxWebhookQueue } from './sandbox/sandbox-webhook.queue.js';
import { SandboxWebhookSender } from './sandbox/sandbox-webhook.sender.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { StripeClient } from './stripe/stripe.client.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** Payment providers, and what is stored of payments, refunds and disputes. What they mean for an order is in order-lifecycle. */
@Module({
  imports: [OrdersModule],
  controllers: [SandboxController],
  providers: [
    StripeClient,
    StripeProvider,
    SandboxProvider,
    SandboxWebhookQueue,
    SandboxPaymentStore,
    SandboxRefundsService,
    SandboxSettlementService,
    SandboxWebhookSender,
    SandboxConfirmationService,
    SandboxChallengeService,
    ConfirmedAmountService,
    PaymentProviderRegistry,
    PaymentsRepository,
    RefundsRepository,
    DisputesRepository,
    ProviderErrorsRepository,
    ProviderEventCursorsRepository,
    MoneyLedgerService,
  ],
  exports: [
    PaymentProviderRegistry,
    PaymentsRepository,
    RefundsRepository,
    DisputesRepository,
    ProviderErrorsRepository,
    ProviderEventCursorsRepository,
    MoneyLedgerService,
  ],
})
export class PaymentsModule {}
