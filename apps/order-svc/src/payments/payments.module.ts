import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { FiguresRepository } from './figures.repository.js';
import { PaymentsRepository } from './payments.repository.js';
import { MoneyLedgerRepository } from './money-ledger.repository.js';
import { PaymentProviderRegistry } from './payment-provider.registry.js';
import { ProviderErrorsRepository } from './provider-errors.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { PaymentAccountsRepository } from './payment-accounts.repository.js';
import { StripeAccountService } from './stripe/stripe-account.service.js';
import { StripeCallsService } from './stripe/stripe-calls.service.js';
import { StripeDoubtsService } from './stripe/stripe-doubts.service.js';
import { StripeClient } from './stripe/stripe.client.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** The payment provider, and what is stored of payments, refunds and disputes. What they mean for an order is in order-lifecycle. */
@Module({
  imports: [OrdersModule],
  providers: [
    StripeAccountService,
    StripeCallsService,
    StripeDoubtsService,
    StripeClient,
    PaymentAccountsRepository,
    StripeProvider,
    PaymentProviderRegistry,
    PaymentsRepository,
    RefundsRepository,
    ProviderErrorsRepository,
    MoneyLedgerRepository,
    FiguresRepository,
  ],
  exports: [
    PaymentProviderRegistry,
    PaymentsRepository,
    RefundsRepository,
    ProviderErrorsRepository,
    MoneyLedgerRepository,
    FiguresRepository,
  ],
})
export class PaymentsModule {}
