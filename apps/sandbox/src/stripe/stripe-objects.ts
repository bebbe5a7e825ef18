/** New objects with all fields that Stripe's API shows: docs.stripe.com/api. Fields of features that the shop does not use are null. */
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

export const API_VERSION = '2026-10-28.endive';

export const toUnixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
export const nowSeconds = (): number => toUnixSeconds(new Date());
/** The id of an object, or of an expanded one. */
export const toId = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export interface NewPaymentIntent {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Stripe.Metadata;
  shipping: Stripe.PaymentIntent.Shipping | null;
  receiptEmail: string | null;
}

export function newPaymentIntent({
  amount,
  currency,
  description,
  metadata,
  shipping,
  receiptEmail,
}: NewPaymentIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    allowed_payment_method_types: null,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency,
    customer: null,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export interface TestCard {
  last4: string;
  expMonth: number;
  expYear: number;
}

export function newPaymentMethod({ last4, expMonth, expYear }: TestCard): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: `sandbox${last4}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: ['visa'], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export interface NewCharge {
  intent: Stripe.PaymentIntent;
  paymentMethod: Stripe.PaymentMethod;
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
}

export function newCharge({ intent, paymentMethod, status, amount }: NewCharge): Stripe.Charge {
  const isPaid = status === 'succeeded';
  return {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newId('txn') : null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: nowSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: { type: 'card', card: toCardDetails(paymentMethod, amount) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

const toCardDetails = ({ card }: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card?.brand ?? null,
  checks: card?.checks ?? null,
  country: card?.country ?? null,
  electronic_commerce_indicator: null,
  exp_month: card?.exp_month ?? 12,
  exp_year: card?.exp_year ?? 2034,
  fingerprint: card?.fingerprint ?? null,
  funding: card?.funding ?? null,
  installments: null,
  last4: card?.last4 ?? null,
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});

export interface NewRefund {
  intentId: string;
  chargeId: string;
  amount: number;
  currency: string;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
  status: 'pending' | 'succeeded';
}

export function newRefund({
  intentId,
  chargeId,
  amount,
  currency,
  reason,
  metadata,
  status,
}: NewRefund): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: status === 'succeeded' ? newId('txn') : null,
    charge: chargeId,
    created: nowSeconds(),
    currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata,
    payment_intent: intentId,
    payment_method: null,
    ...(status === 'pending' && { pending_reason: 'processing' }),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

/** `object`: its state at the event. */
export const newEvent = (type: string, object: object): Stripe.Event =>
  ({
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowSeconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }) as unknown as Stripe.Event;
