import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import { withSpan } from '@shop/tracing';
import type { Logger } from 'pino';
import { PaymentAccountsRepository } from '../payment-accounts.repository.js';
import { intentUnknown, type CallContext } from '../payment-provider.js';
import { ProviderErrorsRepository } from '../provider-errors.repository.js';
import { StripeAccountService } from './stripe-account.service.js';
import { getStripeErrorPolicy, toDomainError } from './stripe-errors.rules.js';
import { StripeClient } from './stripe.client.js';

const STRIPE = { 'peer.service': 'stripe' };

/** What each call of Stripe has in common. */
@Injectable()
export class StripeCallsService {
  constructor(
    private readonly client: StripeClient,
    private readonly account: StripeAccountService,
    private readonly paymentAccounts: PaymentAccountsRepository,
    private readonly providerErrors: ProviderErrorsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never asks about an intent that was made in another account or mode. */
  callForIntent<Result>(
    intentId: string,
    context: CallContext,
    operation: string,
    call: () => Promise<Result>,
  ): Promise<Result> {
    return this.call(context, operation, async () => {
      if (await this.paymentAccounts.isForeignIntent(intentId, await this.account.getCurrent())) {
        this.logger.warn({ intentId, operation }, 'A payment was made in another Stripe account or mode');
        throw intentUnknown();
      }
      return call();
    });
  }

  /**
   * Converts errors into the shop's messages. Errors that only operators can resolve are logged and recorded for the
   * admins.
   */
  async call<Result>(context: CallContext, operation: string, call: () => Promise<Result>): Promise<Result> {
    try {
      return await withSpan(`stripe ${operation}`, { kind: 'client', attributes: STRIPE }, call);
    } catch (error) {
      const policy = getStripeErrorPolicy(error);
      if (policy?.reaction === 'alarm') {
        this.logger.error({ err: error, to: operation }, 'Stripe rejected a request of the shop');
        await this.providerErrors.recordError(this.client.providerName, policy.code);
      }
      if (policy?.reaction === 'retry') this.logger.warn({ err: error, to: operation }, 'a request to Stripe failed');
      throw toDomainError(error, context);
    }
  }
}
