/**
 * What each error of the library means here: what people are told, and what is decided. `tell`: the customer can do something
 * about it. `retry`: it may well work in a moment; the library itself has tried three times by then. `alarm`: nobody but the
 * shop can mend it, so the log says it as an error. Whatever it is, the cart and its order are kept.
 * Classes and codes: `Error.js` of the library, docs.stripe.com/api/errors and /error-codes.
 */
import { DomainError, type ProblemKind } from '@shop/contracts/common';
import Stripe from 'stripe';

export type Decision = 'tell' | 'retry' | 'alarm';

export interface StripeRuling {
  decision: Decision;
  code: string;
  kind: ProblemKind;
  /** Null: the library's own words are for customers. */
  sentence: string | null;
  retryAfterSeconds?: number;
}

const KEPT = 'Your cart is kept, and nothing was charged.';
const NOT_STARTED = `The payment could not be prepared. ${KEPT} Please try again later.`;
const NOT_AVAILABLE = `Card payments are not available right now. ${KEPT} Please try again later.`;

/** A code that says more than its class. */
const BY_CODE: Readonly<Record<string, StripeRuling>> = {
  amount_too_large: {
    decision: 'tell',
    code: 'PAYMENT_TOO_LARGE',
    kind: 'impossible',
    sentence: 'This is more than one payment can be. Please order it in smaller parts.',
  },
  lock_timeout: {
    decision: 'retry',
    code: 'PAYMENT_BUSY',
    kind: 'unavailable',
    sentence: 'This payment is being worked on elsewhere. Please try again in a moment.',
    retryAfterSeconds: 2,
  },
};

const BY_TYPE: Readonly<Record<string, StripeRuling>> = {
  StripeCardError: { decision: 'tell', code: 'CARD_DECLINED', kind: 'impossible', sentence: null },
  StripeInvalidRequestError: { decision: 'alarm', code: 'PAYMENT_REQUEST_REFUSED', kind: 'provider-failed', sentence: NOT_STARTED },
  StripeIdempotencyError: { decision: 'alarm', code: 'PAYMENT_KEY_REUSED', kind: 'provider-failed', sentence: NOT_STARTED },
  StripeAuthenticationError: { decision: 'alarm', code: 'PAYMENT_KEY_WRONG', kind: 'unavailable', sentence: NOT_AVAILABLE },
  StripePermissionError: { decision: 'alarm', code: 'PAYMENT_NOT_PERMITTED', kind: 'unavailable', sentence: NOT_AVAILABLE },
  StripeRateLimitError: {
    decision: 'retry',
    code: 'PAYMENT_PROVIDER_BUSY',
    kind: 'unavailable',
    sentence: `Our payment provider is very busy. ${KEPT} Please try again in a moment.`,
    retryAfterSeconds: 5,
  },
  StripeConnectionError: {
    decision: 'retry',
    code: 'PAYMENT_PROVIDER_DOWN',
    kind: 'unavailable',
    sentence: `We can't reach our payment provider. ${KEPT} Please try again in a moment.`,
    retryAfterSeconds: 15,
  },
  StripeAPIError: {
    decision: 'retry',
    code: 'PAYMENT_PROVIDER_FAILED',
    kind: 'provider-failed',
    sentence: `Our payment provider has a problem. ${KEPT} Please try again in a moment.`,
  },
  StripeSignatureVerificationError: {
    decision: 'tell',
    code: 'WEBHOOK_SIGNATURE_INVALID',
    kind: 'invalid',
    sentence: 'The signature of this webhook is not valid.',
  },
};

/** Of parts of Stripe that the shop does not use (OAuth, the second API): if one ever comes, somebody has to look. */
const ANY_OTHER: StripeRuling = { decision: 'alarm', code: 'PAYMENT_PROVIDER_UNCLEAR', kind: 'provider-failed', sentence: NOT_STARTED };

/** Null for what is no error of Stripe's library. */
export function rulingOn(error: unknown): StripeRuling | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return (error.code ? BY_CODE[error.code] : undefined) ?? BY_TYPE[error.type] ?? ANY_OTHER;
}

/** The same error as the shop says it; anything else comes back as it is. */
export function asRefusal(error: unknown): unknown {
  const ruling = rulingOn(error);
  if (!ruling || !(error instanceof Error)) return error;
  const { code, kind, sentence, retryAfterSeconds } = ruling;
  return new DomainError(code, kind, sentence ?? error.message, { cause: error, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
}
