import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { invalidRequest, resourceMissing, unexpectedState } from './stripe-error.js';
import { newPaymentIntent, toUnixSeconds } from './stripe-objects.js';
import { StripeStore } from './stripe.store.js';
import { WebhooksService } from './webhooks.service.js';

/** In US dollars: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

const expand = z.array(z.string()).default([]);
const metadata = z.record(z.string(), z.string());
const shipping = z.object({
  name: z.string(),
  phone: z.string().optional(),
  address: z.record(z.string(), z.string()),
});

const createSchema = z.strictObject({
  amount: z.coerce.number().int(),
  currency: z.string().length(3).toLowerCase(),
  automatic_payment_methods: z.object({ enabled: z.stringbool() }).optional(),
  description: z.string().optional(),
  metadata: metadata.default({}),
  receipt_email: z.string().optional(),
  shipping: shipping.optional(),
  expand,
});

const updateSchema = z.strictObject({
  amount: z.coerce.number().int().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  receipt_email: z.string().optional(),
  shipping: shipping.optional(),
  expand,
});

const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
const cancelSchema = z.strictObject({ cancellation_reason: z.enum(CANCELLATION_REASONS).optional(), expand });
const retrieveSchema = z.strictObject({ client_secret: z.string().optional(), expand });

const CHANGEABLE: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** @throws StripeError for the first parameter that is missing, unknown or wrong. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw invalidRequest(`Received unknown parameter: ${issue.keys[0]}`, {
      code: 'parameter_unknown',
      param: issue.keys[0],
    });
  const param = issue?.path.join('.') ?? '';
  throw invalidRequest(`Invalid ${param}: ${issue?.message}`, { code: 'parameter_invalid', param });
}

function requireChargeable(amount: number): void {
  if (amount > MAX_CENTS)
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  if (amount < MIN_CENTS)
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
}

const NO_ADDRESS_LINE = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const toShipping = (given: z.output<typeof shipping>): Stripe.PaymentIntent.Shipping => ({
  name: given.name,
  phone: given.phone ?? null,
  carrier: null,
  tracking_number: null,
  // An empty string removes a value.
  address: {
    ...NO_ADDRESS_LINE,
    ...Object.fromEntries(Object.entries(given.address).map(([line, value]) => [line, value || null])),
  },
});

/** What the shop's server does with payment intents. */
@Injectable()
export class PaymentIntentsService {
  constructor(
    private readonly store: StripeStore,
    private readonly webhooks: WebhooksService,
  ) {}

  async createIntent(manager: EntityManager, account: string, params: unknown): Promise<Stripe.PaymentIntent> {
    const { amount, currency, description, metadata, receipt_email, shipping } = parseParams(createSchema, params);
    requireChargeable(amount);
    const document = newPaymentIntent({
      amount,
      currency,
      description: description ?? null,
      metadata,
      receiptEmail: receipt_email ?? null,
      shipping: shipping ? toShipping(shipping) : null,
    });
    await this.store.insert(manager, { account, document });
    return document;
  }

  async updateIntent(
    manager: EntityManager,
    account: string,
    id: string,
    params: unknown,
  ): Promise<Stripe.PaymentIntent> {
    const { shipping, metadata, expand, ...change } = parseParams(updateSchema, params);
    const intent = await this.lockChangeable(manager, account, id);
    if (change.amount !== undefined) requireChargeable(change.amount);
    const changed = await this.store.update(manager, intent, {
      ...change,
      ...(metadata && { metadata: { ...intent.metadata, ...metadata } }),
      ...(shipping && { shipping: toShipping(shipping) }),
    });
    return this.expand(manager, changed, expand);
  }

  async retrieveIntent(
    manager: EntityManager,
    account: string,
    id: string,
    params: unknown,
  ): Promise<Stripe.PaymentIntent> {
    const { expand } = parseParams(retrieveSchema, params);
    const intent = await this.store.get<Stripe.PaymentIntent>(manager, account, 'payment_intent', id);
    return this.expand(manager, intent, expand);
  }

  /** Stripe cancels a processing intent in rare cases. The sandbox never does. */
  async cancelIntent(
    manager: EntityManager,
    account: string,
    id: string,
    params: unknown,
  ): Promise<Stripe.PaymentIntent> {
    const { cancellation_reason, expand } = parseParams(cancelSchema, params);
    const intent = await this.lockChangeable(manager, account, id);
    const canceled = await this.store.update(manager, intent, {
      status: 'canceled',
      canceled_at: toUnixSeconds(new Date()),
      cancellation_reason: cancellation_reason ?? null,
      next_action: null,
    });
    await this.webhooks.publishEvent(manager, account, 'payment_intent.canceled', canceled);
    return this.expand(manager, canceled, expand);
  }

  /** @throws StripeError resource_missing, or payment_intent_unexpected_state if the intent is paid, processing or canceled. */
  async lockChangeable(manager: EntityManager, account: string, id: string): Promise<Stripe.PaymentIntent> {
    const row = await this.store.lock<Stripe.PaymentIntent>(manager, id);
    if (!row || row.account !== account || row.document.object !== 'payment_intent')
      throw resourceMissing('payment_intent', id);
    if (!CHANGEABLE.includes(row.document.status)) throw unexpectedState(row.document);
    return row.document;
  }

  private async expand(
    manager: EntityManager,
    intent: Stripe.PaymentIntent,
    fields: readonly string[],
  ): Promise<Stripe.PaymentIntent> {
    const unknown = fields.find((field) => field !== 'latest_charge');
    if (unknown) throw invalidRequest(`This property cannot be expanded (${unknown}).`);
    if (fields.length === 0 || typeof intent.latest_charge !== 'string') return intent;
    const charge = await this.store.find<Stripe.Charge>(manager, intent.latest_charge);
    return { ...intent, latest_charge: charge?.document ?? null };
  }
}
