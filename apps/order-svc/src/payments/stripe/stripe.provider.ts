import { Inject, Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts-order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import pRetry, { type Options as RetryOptions } from 'p-retry';
import Stripe from 'stripe';
import {
  intentUnknown,
  hasRefundNumber,
  PaymentProvider,
  refundDisputed,
  refundExceedsRemainder,
  webhookUnreadable,
  type Intent,
  type IntentChange,
  type NewIntent,
  type PaymentAccount,
  type PaymentDoubts,
  type CallContext,
  type ProviderEvent,
  type ProviderEventContent,
  type ProviderRefund,
  type RefundRequest,
  type TimeRange,
  type WebhookHeaders,
} from '../payment-provider.js';
import { StripeCallsService } from './stripe-calls.service.js';
import { isReplayedFault, toDomainError } from './stripe-errors.rules.js';
import { EVENT_TYPES, toEventContent, toIntent, toNewShipping, toRefund, toShipping } from './stripe-objects.mapper.js';
import { StripeAccountService } from './stripe-account.service.js';
import { StripeDoubtsService } from './stripe-doubts.service.js';
import { StripeClient } from './stripe.client.js';

const toAttemptKey = (key: string, attempt: number): string => (attempt === 1 ? key : `${key}:${attempt}`);

/** Stripe's maximum. */
const PAGE_SIZE = 100;
/** More than one order can have. */
const REFUNDS_LIMIT = 10_000;

const isStripeError = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;

/** Stripe repeats its first response to a key, even if that was its own failure. Then another key is tried. */
const FRESH_KEYS: RetryOptions = { retries: 2, minTimeout: 0, shouldRetry: ({ error }) => isReplayedFault(error) };

const toUnixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Payments by Stripe: PaymentIntents with the shop's idempotency keys, docs.stripe.com/api/payment_intents. */
@Injectable()
export class StripeProvider extends PaymentProvider {
  override readonly scriptUrl: string | undefined;

  constructor(
    private readonly client: StripeClient,
    private readonly account: StripeAccountService,
    private readonly calls: StripeCallsService,
    private readonly doubts: StripeDoubtsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.scriptUrl = client.settings.isSandbox ? '/sandbox/stripe.js' : undefined;
  }

  get name(): PaymentProviderName {
    return this.client.providerName;
  }

  get publishableKey(): string {
    return this.client.settings.publishableKey;
  }

  async checkAccess(): Promise<void> {
    await this.calls.call('admin', 'check the keys', () => this.client.api.events.list({ limit: 1 }));
  }

  getAccount(): Promise<PaymentAccount> {
    return this.calls.call('checkout', 'read the account', () => this.account.getCurrent());
  }

  override getKnownAccount(): Promise<PaymentAccount> {
    return this.account.getKnown();
  }

  /** Sends only values that can't change before the intent is stored: the same key must send the same request. */
  createIntent({
    orderId,
    orderNumber,
    amountCents,
    currency,
    shippingAddress,
    idempotencyKey,
  }: NewIntent): Promise<Intent> {
    const params: Stripe.PaymentIntentCreateParams = {
      amount: amountCents,
      currency,
      automatic_payment_methods: { enabled: true },
      description: `Order ${orderNumber}`,
      shipping: toShipping(shippingAddress),
      metadata: { shop: this.mark, orderId, orderNumber },
    };
    return this.calls.call('checkout', 'create an intent', async () =>
      toIntent(await this.createIntentWithFreshKey(params, idempotencyKey)),
    );
  }

  updateIntent(id: string, { shippingAddress, idempotencyKey }: IntentChange): Promise<Intent> {
    return this.calls.callForIntent(id, 'checkout', 'change an intent', () =>
      this.changeUnlessTooLate(id, () =>
        this.client.api.paymentIntents.update(id, { shipping: toNewShipping(shippingAddress) }, { idempotencyKey }),
      ),
    );
  }

  retrieveIntent(id: string): Promise<Intent> {
    return this.calls.callForIntent(id, 'checkout', 'read an intent', () => this.readIntent(id));
  }

  /**
   * Reads the intent first: Stripe may cancel a processing intent, whose money is on the way
   * (docs.stripe.com/api/payment_intents/cancel).
   */
  cancelIntent(id: string, context: CallContext = 'checkout'): Promise<Intent> {
    return this.calls.callForIntent(id, context, 'cancel an intent', async () => {
      const intent = await this.readIntent(id);
      if (intent.status !== 'open') return intent;
      return this.changeUnlessTooLate(id, () =>
        this.client.api.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }),
      );
    });
  }

  /** Refunds don't carry the shop's mark, because events find them by their intents. */
  refund(intentId: string, request: RefundRequest): Promise<ProviderRefund> {
    const { orderId, n, amountCents } = request;
    const params: Stripe.RefundCreateParams = {
      payment_intent: intentId,
      ...(amountCents === null ? {} : { amount: amountCents }),
      reason: 'requested_by_customer',
      metadata: { orderId, refund: String(n) },
    };
    return this.calls.callForIntent(intentId, 'admin', 'refund', async () => {
      try {
        return await this.createRefundWithFreshKey(params, intentId, request);
      } catch (error) {
        if (isStripeError(error, 'resource_missing')) throw this.toUnknownIntentError(error, intentId);
        if (isStripeError(error, 'charge_disputed')) throw refundDisputed(error);
        if (
          error instanceof Stripe.errors.StripeInvalidRequestError &&
          (await this.exceedsRemainder(intentId, amountCents))
        )
          throw refundExceedsRemainder(error);
        throw error;
      }
    });
  }

  retrieveRefund(intentId: string, id: string): Promise<ProviderRefund> {
    return this.calls.callForIntent(intentId, 'admin', 'read a refund', async () =>
      toRefund(await this.client.api.refunds.retrieve(id)),
    );
  }

  listRefunds(intentId: string): Promise<ProviderRefund[]> {
    return this.calls.callForIntent(intentId, 'admin', 'list refunds', async () => {
      try {
        return await this.readRefunds(intentId);
      } catch (error) {
        throw this.toUnknownIntentError(error, intentId);
      }
    });
  }

  listDoubts(intentId: string): Promise<PaymentDoubts> {
    return this.doubts.listDoubts(intentId);
  }

  findIntentOfCharge(chargeId: string): Promise<string | null> {
    return this.doubts.findIntentOfCharge(chargeId);
  }

  /** The library checks the signature before it parses anything. Any other error is about a signed body. */
  verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent {
    try {
      const event = Stripe.webhooks.constructEvent(
        raw,
        headers['stripe-signature'] ?? '',
        this.client.settings.webhookSecret,
      );
      return this.toEvent(event);
    } catch (error) {
      throw error instanceof Stripe.errors.StripeError ? toDomainError(error, 'admin') : webhookUnreadable(error);
    }
  }

  /**
   * Newest first, only the types that the shop handles. Events have the account's API version; the fields in use are
   * the same in it.
   */
  async *listEvents({ from, until }: TimeRange): AsyncGenerator<ProviderEvent[]> {
    const params: Stripe.EventListParams = {
      types: EVENT_TYPES,
      created: { gte: toUnixSeconds(from), lt: toUnixSeconds(until) + 1 },
      limit: PAGE_SIZE,
    };
    let last: string | undefined;
    do {
      const { data, has_more } = await this.calls.call('admin', 'list events', () =>
        this.client.api.events.list({ ...params, ...(last && { starting_after: last }) }),
      );
      yield data.map((event) => this.toEvent(event));
      last = has_more ? data.at(-1)?.id : undefined;
    } while (last);
  }

  private get mark(): string {
    return this.client.settings.mark;
  }

  private toEvent(event: Stripe.Event): ProviderEvent {
    const reason = this.account.findForeignReason(event);
    const content: ProviderEventContent = reason ? { about: 'foreign', reason } : toEventContent(event, this.mark);
    return { id: event.id, happenedAt: new Date(event.created * 1_000), content };
  }

  private createIntentWithFreshKey(
    params: Stripe.PaymentIntentCreateParams,
    key: string,
  ): Promise<Stripe.PaymentIntent> {
    return pRetry(
      (attempt) => this.client.api.paymentIntents.create(params, { idempotencyKey: toAttemptKey(key, attempt) }),
      FRESH_KEYS,
    );
  }

  /** Stripe may have made the refund and failed afterwards. Another key is used only if no refund has this number. */
  private createRefundWithFreshKey(
    params: Stripe.RefundCreateParams,
    intentId: string,
    { n, idempotencyKey }: RefundRequest,
  ): Promise<ProviderRefund> {
    return pRetry(async (attempt) => {
      const existing = attempt > 1 && (await this.readRefunds(intentId)).find((refund) => hasRefundNumber(refund, n));
      if (existing) return existing;
      const options = { idempotencyKey: toAttemptKey(idempotencyKey, attempt) };
      return toRefund(await this.client.api.refunds.create(params, options));
    }, FRESH_KEYS);
  }

  private async changeUnlessTooLate(id: string, change: () => Promise<Stripe.PaymentIntent>): Promise<Intent> {
    try {
      return toIntent(await change());
    } catch (error) {
      if (!isStripeError(error, 'payment_intent_unexpected_state')) throw this.toUnknownIntentError(error, id);
      return this.readIntent(id);
    }
  }

  private async readIntent(id: string): Promise<Intent> {
    try {
      return toIntent(await this.client.api.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
    } catch (error) {
      throw this.toUnknownIntentError(error, id);
    }
  }

  private toUnknownIntentError(error: unknown, intentId: string): unknown {
    if (!isStripeError(error, 'resource_missing')) return error;
    this.logger.error(
      { intentId },
      'Stripe does not know a payment intent of the shop: it was made with the keys of another account, or of its test mode',
    );
    return intentUnknown(error);
  }

  private async readRefunds(intentId: string): Promise<ProviderRefund[]> {
    const refunds = await this.client.api.refunds
      .list({ payment_intent: intentId, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: REFUNDS_LIMIT });
    return refunds.map(toRefund);
  }

  /** Stripe reports this only in the message text, so the amounts are compared. */
  private async exceedsRemainder(intentId: string, amountCents: number | null): Promise<boolean> {
    const [intent, refunds] = await Promise.all([
      this.client.api.paymentIntents.retrieve(intentId),
      this.readRefunds(intentId),
    ]);
    const refundedCents = refunds
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, refund) => sum + refund.amountCents, 0);
    const remainingCents = intent.amount_received - refundedCents;
    return remainingCents <= 0 || remainingCents < (amountCents ?? 0);
  }
}
