import type { ShippingAddress } from '@shop/contracts/order';
import type Stripe from 'stripe';
import type { Intent, ProviderDispute, ProviderEventContent, ProviderRefund } from '../payment-provider.js';

const GENERIC_FAILURE_MESSAGE = "Your payment didn't go through. Please try another way to pay.";

/** Anything that is neither open nor at its end is on its way: it may not be changed, and has not been paid. */
const STATUS: Readonly<Record<string, Intent['status']>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** What a customer does about these takes days. Any other next action (3-D Secure, a redirect, a QR code) is over within minutes. */
const SLOW_ACTIONS: ReadonlySet<string> = new Set<keyof Stripe.PaymentIntent.NextAction>([
  'verify_with_microdeposits',
  'display_bank_transfer_instructions',
  'boleto_display_details',
  'konbini_display_details',
  'multibanco_display_details',
  'oxxo_display_details',
]);

/** Banks answer about these after days. */
const SLOW_METHODS: ReadonlySet<string> = new Set<keyof Stripe.Charge.PaymentMethodDetails>([
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'customer_balance',
  'nz_bank_account',
  'sepa_debit',
  'us_bank_account',
]);

/** Which way it is paid stands in the charge, which a webhook only names. */
function takesDays({ status, next_action: action, latest_charge: charge }: Stripe.PaymentIntent): boolean {
  if (status === 'requires_action') return SLOW_ACTIONS.has(action?.type ?? '');
  return (
    status === 'processing' &&
    charge !== null &&
    typeof charge === 'object' &&
    SLOW_METHODS.has(charge.payment_method_details?.type ?? '')
  );
}

/** The charge that was declined. A failure before that, as of 3-D Secure, has none; Stripe's form makes another payment method for each attempt. */
function toAttemptId({ id, last_payment_error: error }: Stripe.PaymentIntent): Pick<Intent, 'attemptId'> {
  if (error?.charge) return { attemptId: error.charge };
  return error?.code && error.payment_method ? { attemptId: `${id}:${error.code}:${error.payment_method.id}` } : {};
}

/** The words of a card error are written for customers; those of other errors are not. */
function toFailureMessage({ status, last_payment_error: error }: Stripe.PaymentIntent): string | null {
  if (status !== 'requires_payment_method' || !error) return null;
  return (error.type === 'card_error' && error.message) || GENERIC_FAILURE_MESSAGE;
}

export const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  clientSecret: intent.client_secret ?? '',
  status: STATUS[intent.status] ?? 'processing',
  amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
  currency: intent.currency.toLowerCase(),
  failureMessage: toFailureMessage(intent),
  ...(takesDays(intent) && { takesDays: true }),
  ...toAttemptId(intent),
});

const toId = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

const REFUND_STATUS: Readonly<Record<string, ProviderRefund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export const toRefund = (refund: Stripe.Refund): ProviderRefund => {
  const status = REFUND_STATUS[refund.status ?? ''] ?? 'pending';
  return {
    id: refund.id,
    intentId: toId(refund.payment_intent),
    amountCents: refund.amount,
    currency: refund.currency.toLowerCase(),
    status,
    failure: status === 'failed' ? (refund.failure_reason ?? refund.status) : null,
    isOurs: Boolean(refund.metadata?.orderId),
    ...(refund.metadata?.orderId && { n: Number(refund.metadata.refund ?? 1) }),
  };
};

const CLOSED = new Set(['won', 'lost', 'warning_closed', 'prevented']);

const toDate = (seconds: number): Date => new Date(seconds * 1_000);

export const toDispute = (dispute: Stripe.Dispute): ProviderDispute => ({
  id: dispute.id,
  intentId: toId(dispute.payment_intent),
  amountCents: dispute.amount,
  currency: dispute.currency.toLowerCase(),
  reason: dispute.reason,
  status: dispute.status,
  respondBy: dispute.evidence_details.due_by === null ? null : toDate(dispute.evidence_details.due_by),
  openedAt: toDate(dispute.created),
  isClosed: CLOSED.has(dispute.status),
});

/** An account may serve other shops too, which name their orders as well: without our mark an intent is ours only where the order is. So it is with those of the version before, and of another address. */
function toIntentContent(intent: Stripe.PaymentIntent, mark: string): ProviderEventContent {
  const { shop, orderId } = intent.metadata;
  if (shop === mark) return { about: 'intent', intent: toIntent(intent) };
  return orderId ? { about: 'intent', intent: toIntent(intent), claimedOrderId: orderId } : { about: 'nothing' };
}

/** A charge that was made without an intent is none of ours either. */
const toChargeContent = ({ payment_intent: intent }: Stripe.Charge): ProviderEventContent =>
  intent ? { about: 'refunds', intentId: toId(intent) } : { about: 'nothing' };

type EventMappers = {
  [Type in Stripe.Event['type']]?: (event: Extract<Stripe.Event, { type: Type }>, mark: string) => ProviderEventContent;
};

/** The events to enable at the endpoint. Any other says nothing to the shop. */
const EVENT_MAPPERS: EventMappers = {
  'payment_intent.succeeded': ({ data }, mark) => toIntentContent(data.object, mark),
  'payment_intent.payment_failed': ({ data }, mark) => toIntentContent(data.object, mark),
  'payment_intent.processing': ({ data }, mark) => toIntentContent(data.object, mark),
  'payment_intent.canceled': ({ data }, mark) => toIntentContent(data.object, mark),
  'charge.refunded': ({ data }) => toChargeContent(data.object),
  'refund.created': ({ data }) => ({ about: 'refund', refund: toRefund(data.object) }),
  'refund.updated': ({ data }) => ({ about: 'refund', refund: toRefund(data.object) }),
  'refund.failed': ({ data }) => ({ about: 'refund', refund: toRefund(data.object) }),
  'charge.dispute.created': ({ data }) => ({ about: 'dispute', dispute: toDispute(data.object) }),
  'charge.dispute.updated': ({ data }) => ({ about: 'dispute', dispute: toDispute(data.object) }),
  'charge.dispute.closed': ({ data }) => ({ about: 'dispute', dispute: toDispute(data.object) }),
};

/** All that says something to the shop; Stripe lists events of up to twenty types at once. */
export const EVENT_TYPES = Object.keys(EVENT_MAPPERS);

/** `mark`: what stands on the shop's own intents. */
export function toEventContent(event: Stripe.Event, mark: string): ProviderEventContent {
  const toContent = EVENT_MAPPERS[event.type] as
    ((event: Stripe.Event, mark: string) => ProviderEventContent) | undefined;
  return toContent?.(event, mark) ?? { about: 'nothing' };
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Stripe takes two letters of ISO 3166; here the country is free text, so that anything else is left out. */
function toCountryCode(country: string): string | undefined {
  const code = country.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regions.of(code) ? code : undefined;
}

export function toShipping({
  name,
  address,
  city,
  state,
  zip,
  country,
}: ShippingAddress): Stripe.PaymentIntentCreateParams.Shipping {
  const code = toCountryCode(country);
  return { name, address: { line1: address, city, state, postal_code: zip, ...(code ? { country: code } : {}) } };
}
