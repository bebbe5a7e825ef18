/**
 * What each error of the library means here: what people are told, in the checkout and in the office, and what is decided. `tell`: the customer can do something
 * about it. `retry`: it may well work in a moment; the library itself has tried twice by then. `alarm`: nobody but the
 * shop can mend it, so the log says it as an error. Whatever it is, the cart and its order are kept.
 * Classes and codes: `Error.js` of the library, docs.stripe.com/api/errors and /error-codes.
 */
import { DomainError, type ProblemKind } from '@shop/contracts/common';
import Stripe from 'stripe';
import type { CallContext } from '../payment-provider.js';

export type StripeErrorReaction = 'inform' | 'retry' | 'alarm';

export interface StripeErrorPolicy {
  reaction: StripeErrorReaction;
  code: string;
  kind: ProblemKind;
  /** To customers; null: the library's own words are for them. */
  customerMessage: string | null;
  /** To admins, who have no cart; left out: the same. */
  adminMessage?: string;
  retryAfterSeconds?: number;
}

const CART_KEPT = 'Your cart is kept, and nothing was charged.';
const NOT_STARTED = `The payment could not be prepared. ${CART_KEPT} Please try again later.`;
const REQUEST_REJECTED =
  "The payment provider refused what was asked of it. The reason is in the shop's log. Please look at the payment there.";
const KEYS_REJECTED =
  'The payment provider does not accept the keys of the shop. Please check them, and try again then.';
const NOT_AVAILABLE = `Card payments are not available right now. ${CART_KEPT} Please try again later.`;

const BUSY: StripeErrorPolicy = {
  reaction: 'retry',
  code: 'PAYMENT_BUSY',
  kind: 'unavailable',
  customerMessage: 'This payment is being worked on elsewhere. Please try again in a moment.',
  retryAfterSeconds: 2,
};

/** A code that says more than its class. */
const BY_CODE: Readonly<Record<string, StripeErrorPolicy>> = {
  amount_too_large: {
    reaction: 'inform',
    code: 'PAYMENT_TOO_LARGE',
    kind: 'impossible',
    customerMessage: 'This is more than one payment can be. Please order it in smaller parts.',
  },
  lock_timeout: BUSY,
  // The first call of the same key is under way, as where one cart is sent from two tabs: the next try gets its answer.
  idempotency_key_in_use: BUSY,
};

const BY_TYPE: Readonly<Record<string, StripeErrorPolicy>> = {
  StripeCardError: { reaction: 'inform', code: 'CARD_DECLINED', kind: 'impossible', customerMessage: null },
  StripeInvalidRequestError: {
    reaction: 'alarm',
    code: 'PAYMENT_REQUEST_REFUSED',
    kind: 'provider-failed',
    customerMessage: NOT_STARTED,
    adminMessage: REQUEST_REJECTED,
  },
  StripeIdempotencyError: {
    reaction: 'alarm',
    code: 'PAYMENT_KEY_REUSED',
    kind: 'provider-failed',
    customerMessage: NOT_STARTED,
    adminMessage: REQUEST_REJECTED,
  },
  StripeAuthenticationError: {
    reaction: 'alarm',
    code: 'PAYMENT_KEY_WRONG',
    kind: 'unavailable',
    customerMessage: NOT_AVAILABLE,
    adminMessage: KEYS_REJECTED,
  },
  StripePermissionError: {
    reaction: 'alarm',
    code: 'PAYMENT_NOT_PERMITTED',
    kind: 'unavailable',
    customerMessage: NOT_AVAILABLE,
    adminMessage: KEYS_REJECTED,
  },
  StripeRateLimitError: {
    reaction: 'retry',
    code: 'PAYMENT_PROVIDER_BUSY',
    kind: 'unavailable',
    customerMessage: `Our payment provider is very busy. ${CART_KEPT} Please try again in a moment.`,
    adminMessage: 'The payment provider is very busy. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
  StripeConnectionError: {
    reaction: 'retry',
    code: 'PAYMENT_PROVIDER_DOWN',
    kind: 'unavailable',
    customerMessage: `We can't reach our payment provider. ${CART_KEPT} Please try again in a moment.`,
    adminMessage: "The payment provider can't be reached. Please try again in a moment.",
    retryAfterSeconds: 15,
  },
  StripeAPIError: {
    reaction: 'retry',
    code: 'PAYMENT_PROVIDER_FAILED',
    kind: 'provider-failed',
    customerMessage: `Our payment provider has a problem. ${CART_KEPT} Please try again in a moment.`,
    adminMessage: 'The payment provider has a problem. Please try again in a moment.',
  },
  StripeSignatureVerificationError: {
    reaction: 'inform',
    code: 'WEBHOOK_SIGNATURE_INVALID',
    kind: 'invalid',
    customerMessage: 'The signature of this webhook is not valid.',
  },
};

/** Of parts of Stripe that the shop does not use (OAuth, the second API): if one ever comes, somebody has to look. */
const ANY_OTHER: StripeErrorPolicy = {
  reaction: 'alarm',
  code: 'PAYMENT_PROVIDER_UNCLEAR',
  kind: 'provider-failed',
  customerMessage: NOT_STARTED,
  adminMessage: REQUEST_REJECTED,
};

/** Not every answer of Stripe's about a key that is in use names the code; a key used for something else is 400. */
const isKeyInUse = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 409;

/** Null for what is no error of Stripe's library. */
export function getStripeErrorPolicy(error: unknown): StripeErrorPolicy | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return (
    (error.code ? BY_CODE[error.code] : undefined) ??
    (isKeyInUse(error) ? BUSY : undefined) ??
    BY_TYPE[error.type] ??
    ANY_OTHER
  );
}

/** The same error as the shop says it; anything else comes back as it is. */
export function toDomainError(error: unknown, context: CallContext): unknown {
  const policy = getStripeErrorPolicy(error);
  if (!policy || !(error instanceof Error)) return error;
  const { code, kind, customerMessage, adminMessage, retryAfterSeconds } = policy;
  const message = (context === 'admin' && adminMessage) || customerMessage;
  return new DomainError(code, kind, message ?? error.message, {
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
