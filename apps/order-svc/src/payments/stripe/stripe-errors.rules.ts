/**
 * What each error of the library means here: what people are told, in the checkout and in the office, and what is decided. `tell`: the customer can do something
 * about it. `retry`: it may well work in a moment; the library itself has tried twice by then. `alarm`: nobody but the
 * shop can mend it, so the log says it as an error. Whatever it is, the cart and its order are kept.
 * Classes and codes: `Error.js` of the library, docs.stripe.com/api/errors and /error-codes.
 */
import { DomainError, type ProblemKind } from '@shop/contracts/common';
import Stripe from 'stripe';
import type { Place } from '../payment-provider.js';

export type Decision = 'tell' | 'retry' | 'alarm';

export interface StripeRuling {
  decision: Decision;
  code: string;
  kind: ProblemKind;
  /** To customers; null: the library's own words are for them. */
  sentence: string | null;
  /** To admins, who have no cart; left out: the same. */
  inOffice?: string;
  retryAfterSeconds?: number;
}

const KEPT = 'Your cart is kept, and nothing was charged.';
const NOT_STARTED = `The payment could not be prepared. ${KEPT} Please try again later.`;
const REFUSED =
  "The payment provider refused what was asked of it. The reason is in the shop's log. Please look at the payment there.";
const KEYS_REFUSED =
  'The payment provider does not accept the keys of the shop. Please check them, and try again then.';
const NOT_AVAILABLE = `Card payments are not available right now. ${KEPT} Please try again later.`;

const BUSY: StripeRuling = {
  decision: 'retry',
  code: 'PAYMENT_BUSY',
  kind: 'unavailable',
  sentence: 'This payment is being worked on elsewhere. Please try again in a moment.',
  retryAfterSeconds: 2,
};

/** A code that says more than its class. */
const BY_CODE: Readonly<Record<string, StripeRuling>> = {
  amount_too_large: {
    decision: 'tell',
    code: 'PAYMENT_TOO_LARGE',
    kind: 'impossible',
    sentence: 'This is more than one payment can be. Please order it in smaller parts.',
  },
  lock_timeout: BUSY,
  // The first call of the same key is under way, as where one cart is sent from two tabs: the next try gets its answer.
  idempotency_key_in_use: BUSY,
};

const BY_TYPE: Readonly<Record<string, StripeRuling>> = {
  StripeCardError: { decision: 'tell', code: 'CARD_DECLINED', kind: 'impossible', sentence: null },
  StripeInvalidRequestError: {
    decision: 'alarm',
    code: 'PAYMENT_REQUEST_REFUSED',
    kind: 'provider-failed',
    sentence: NOT_STARTED,
    inOffice: REFUSED,
  },
  StripeIdempotencyError: {
    decision: 'alarm',
    code: 'PAYMENT_KEY_REUSED',
    kind: 'provider-failed',
    sentence: NOT_STARTED,
    inOffice: REFUSED,
  },
  StripeAuthenticationError: {
    decision: 'alarm',
    code: 'PAYMENT_KEY_WRONG',
    kind: 'unavailable',
    sentence: NOT_AVAILABLE,
    inOffice: KEYS_REFUSED,
  },
  StripePermissionError: {
    decision: 'alarm',
    code: 'PAYMENT_NOT_PERMITTED',
    kind: 'unavailable',
    sentence: NOT_AVAILABLE,
    inOffice: KEYS_REFUSED,
  },
  StripeRateLimitError: {
    decision: 'retry',
    code: 'PAYMENT_PROVIDER_BUSY',
    kind: 'unavailable',
    sentence: `Our payment provider is very busy. ${KEPT} Please try again in a moment.`,
    inOffice: 'The payment provider is very busy. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
  StripeConnectionError: {
    decision: 'retry',
    code: 'PAYMENT_PROVIDER_DOWN',
    kind: 'unavailable',
    sentence: `We can't reach our payment provider. ${KEPT} Please try again in a moment.`,
    inOffice: "The payment provider can't be reached. Please try again in a moment.",
    retryAfterSeconds: 15,
  },
  StripeAPIError: {
    decision: 'retry',
    code: 'PAYMENT_PROVIDER_FAILED',
    kind: 'provider-failed',
    sentence: `Our payment provider has a problem. ${KEPT} Please try again in a moment.`,
    inOffice: 'The payment provider has a problem. Please try again in a moment.',
  },
  StripeSignatureVerificationError: {
    decision: 'tell',
    code: 'WEBHOOK_SIGNATURE_INVALID',
    kind: 'invalid',
    sentence: 'The signature of this webhook is not valid.',
  },
};

/** Of parts of Stripe that the shop does not use (OAuth, the second API): if one ever comes, somebody has to look. */
const ANY_OTHER: StripeRuling = {
  decision: 'alarm',
  code: 'PAYMENT_PROVIDER_UNCLEAR',
  kind: 'provider-failed',
  sentence: NOT_STARTED,
  inOffice: REFUSED,
};

/** Not every answer of Stripe's about a key that is in use names the code; a key used for something else is 400. */
const isKeyInUse = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 409;

/** Null for what is no error of Stripe's library. */
export function rulingOn(error: unknown): StripeRuling | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return (
    (error.code ? BY_CODE[error.code] : undefined) ??
    (isKeyInUse(error) ? BUSY : undefined) ??
    BY_TYPE[error.type] ??
    ANY_OTHER
  );
}

/** The same error as the shop says it; anything else comes back as it is. */
export function asRefusal(error: unknown, place: Place): unknown {
  const ruling = rulingOn(error);
  if (!ruling || !(error instanceof Error)) return error;
  const { code, kind, sentence, inOffice, retryAfterSeconds } = ruling;
  const said = (place === 'office' && inOffice) || sentence;
  return new DomainError(code, kind, said ?? error.message, {
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
