import { isPresent, type ShippingAddress } from '@shop/contracts-order';
import type Stripe from 'stripe';
import type {
  Intent,
  PaymentDoubt,
  ProviderDispute,
  ProviderEventContent,
  ProviderRefund,
} from '../payment-provider.js';

const GENERIC_FAILURE_MESSAGE = "Your payment didn't go through. Please try another way to pay.";

/** Any other status is in progress: it can't be changed and is not paid. */
const STATUS: Readonly<Record<string, Intent['status']>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/**
 * The customer may take days for these actions. Any other next action (3-D Secure, a redirect, a QR code) is over
 * within minutes.
 */
const SLOW_ACTIONS: ReadonlySet<string> = new Set<keyof Stripe.PaymentIntent.NextAction>([
  'verify_with_microdeposits',
  'display_bank_transfer_instructions',
  'boleto_display_details',
  'konbini_display_details',
  'multibanco_display_details',
  'oxxo_display_details',
]);

/** Banks take days to confirm these. */
const SLOW_METHODS: ReadonlySet<string> = new Set<keyof Stripe.Charge.PaymentMethodDetails>([
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'customer_balance',
  'nz_bank_account',
  'sepa_debit',
  'us_bank_account',
]);

/** The charge has the payment method. A webhook contains only the charge's id. */
function takesDays({ status, next_action: action, latest_charge: charge }: Stripe.PaymentIntent): boolean {
  if (status === 'requires_action') return SLOW_ACTIONS.has(action?.type ?? '');
  return (
    status === 'processing' &&
    charge !== null &&
    typeof charge === 'object' &&
    SLOW_METHODS.has(charge.payment_method_details?.type ?? '')
  );
}

/**
 * The declined charge. A failure before the charge, such as 3-D Secure, has none; Stripe's form creates a new payment
 * method for each attempt.
 */
function toAttemptId({ id, last_payment_error: error }: Stripe.PaymentIntent): Pick<Intent, 'attemptId'> {
  if (error?.charge) return { attemptId: error.charge };
  return error?.code && error.payment_method ? { attemptId: `${id}:${error.code}:${error.payment_method.id}` } : {};
}

/** Stripe writes the messages of card errors for customers, and those of other errors for developers. */
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
  ...(intent.review && { review: { id: toId(intent.review), outcome: toReviewOutcome(intent.review) } }),
});

/** A closed review may lack its reason. An unexpanded one may be closed; its event says so. */
const toReviewOutcome = (review: string | Stripe.Review): string | null =>
  typeof review === 'string' || review.open ? null : (review.closed_reason ?? review.reason);

const toId = (reference: string | { id: string } | null | undefined): string =>
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
    ...(status === 'pending' && refund.pending_reason && { pendingReason: refund.pending_reason }),
    isOurs: Boolean(refund.metadata?.orderId),
    ...(refund.metadata?.refund && { n: Number(refund.metadata.refund) }),
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

export const toReview = (review: Stripe.Review): PaymentDoubt => ({
  kind: 'payment-review',
  id: review.id,
  intentId: toId(review.payment_intent) || null,
  chargeId: toId(review.charge) || null,
  openedAt: toDate(review.created),
  outcome: toReviewOutcome(review),
});

/** A warning is not actionable if the charge is disputed, or refunded in full: then there is nothing left to hold. */
function toWarningContent(warning: Stripe.Radar.EarlyFraudWarning): ProviderEventContent {
  if (!warning.actionable) return { about: 'nothing' };
  const doubt: PaymentDoubt = {
    kind: 'fraud-warning',
    id: warning.id,
    intentId: toId(warning.payment_intent) || null,
    chargeId: toId(warning.charge) || null,
    openedAt: toDate(warning.created),
    outcome: null,
  };
  return { about: 'doubt', doubt };
}

/**
 * Other shops of the same account name their orders too. An intent without the shop's mark is ours only if the order
 * is. Intents that were created under another site address have another mark.
 */
function toIntentContent(intent: Stripe.PaymentIntent, mark: string): ProviderEventContent {
  const { shop, orderId } = intent.metadata;
  if (shop === mark) return { about: 'intent', intent: toIntent(intent) };
  return orderId ? { about: 'intent', intent: toIntent(intent), claimedOrderId: orderId } : { about: 'nothing' };
}

/** The shop always uses intents, so a charge without one is not ours. */
const toChargeContent = ({ payment_intent: intent }: Stripe.Charge): ProviderEventContent =>
  intent ? { about: 'refunds', intentId: toId(intent) } : { about: 'nothing' };

type EventMappers = {
  [Type in Stripe.Event['type']]?: (event: Extract<Stripe.Event, { type: Type }>, mark: string) => ProviderEventContent;
};

/** The event types to enable at the webhook endpoint. The shop ignores any other. */
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
  'review.opened': ({ data }) => ({ about: 'doubt', doubt: toReview(data.object) }),
  'review.closed': ({ data }) => ({ about: 'doubt', doubt: toReview(data.object) }),
  'radar.early_fraud_warning.created': ({ data }) => toWarningContent(data.object),
};

/** Stripe lists at most twenty event types at once. */
export const EVENT_TYPES = Object.keys(EVENT_MAPPERS);

/** `mark`: the shop's mark in the metadata of its intents. */
export function toEventContent(event: Stripe.Event, mark: string): ProviderEventContent {
  const toContent = EVENT_MAPPERS[event.type] as
    ((event: Stripe.Event, mark: string) => ProviderEventContent) | undefined;
  return toContent?.(event, mark) ?? { about: 'nothing' };
}

export function toShipping({
  name,
  address,
  address2,
  city,
  state,
  zip,
  country,
}: ShippingAddress): Stripe.PaymentIntentCreateParams.Shipping {
  return {
    name,
    address: {
      line1: address,
      ...(address2 && { line2: address2 }),
      city,
      country,
      ...(isPresent(state) && { state }),
      ...(isPresent(zip) && { postal_code: zip }),
    },
  };
}

/** In place of another address: an empty string removes a line that this one does not have. */
export function toNewShipping(shippingAddress: ShippingAddress): Stripe.PaymentIntentCreateParams.Shipping {
  const { name, address } = toShipping(shippingAddress);
  return { name, address: { line2: '', state: '', postal_code: '', ...address } };
}
