import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { FiguresRepository } from './figures.repository.js';
import { SandboxPaymentsService } from './sandbox/sandbox-payments.service.js';
import { PaymentsRepository } from './payments.repository.js';
import { MoneyLedgerRepository } from './money-ledger.repository.js';
import { PaymentProviderRegistry } from './payment-provider.registry.js';
import { ProviderErrorsRepository } from './provider-errors.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { SandboxBankService } from './sandbox/sandbox-bank.service.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { SandboxWebhooksService } from './sandbox/sandbox-webhooks.service.js';
import { PaymentAccountsRepository } from './payment-accounts.repository.js';
import { StripeAccountService } from './stripe/stripe-account.service.js';
import { StripeCallsService } from './stripe/stripe-calls.service.js';
import { StripeClient } from './stripe/stripe.client.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** Payment providers, and what is stored of payments, refunds and disputes. What they mean for an order is in order-lifecycle. */
@Module({
  imports: [OrdersModule],
  providers: [
    StripeAccountService,
    StripeCallsService,
    StripeClient,
    PaymentAccountsRepository,
    StripeProvider,
    SandboxProvider,
    SandboxWebhooksService,
    SandboxBankService,
    SandboxPaymentsService,
    PaymentProviderRegistry,
    PaymentsRepository,
    RefundsRepository,
    ProviderErrorsRepository,
    MoneyLedgerRepository,
    FiguresRepository,
  ],
  exports: [
    SandboxWebhooksService,
    PaymentProviderRegistry,
    PaymentsRepository,
    RefundsRepository,
    ProviderErrorsRepository,
    MoneyLedgerRepository,
    FiguresRepository,
  ],
})
export class PaymentsModule {}
