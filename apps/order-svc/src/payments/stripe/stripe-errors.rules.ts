/**
 * Maps each error of the Stripe library to a message and a reaction. `inform`: the customer can act on it. `retry`: it
 * may succeed in a moment; the library has tried twice. `alarm`: only the shop's operators can resolve it, so it is
 * logged as an error. The cart and its order are kept in every case. Classes and codes: `Error.js` of the library,
 * docs.stripe.com/api/errors and /error-codes.
 */
import { DomainError, type ProblemKind } from '@shop/contracts-common';
import Stripe from 'stripe';
import type { CallContext } from '../payment-provider.js';

export type StripeErrorReaction = 'inform' | 'retry' | 'alarm';

export interface StripeErrorPolicy {
  reaction: StripeErrorReaction;
  code: string;
  kind: ProblemKind;
  /** For customers. Null: the library's message is written for them. */
  customerMessage: string | null;
  /** For admins, who have no cart. Left out: the same message. */
  adminMessage?: string;
  retryAfterSeconds?: number;
}

const CART_IS_SAFE = 'Your cart is kept, and nothing was charged.';
const PAYMENT_NOT_STARTED = `The payment could not be prepared. ${CART_IS_SAFE} Please try again later.`;
const REQUEST_REJECTED =
  "The payment provider refused what was asked of it. The reason is in the shop's log. Please look at the payment there.";
const KEYS_REJECTED =
  'The payment provider does not accept the keys of the shop. Please check them, and try again then.';
const NOT_AVAILABLE = `Card payments are not available right now. ${CART_IS_SAFE} Please try again later.`;

const BUSY: StripeErrorPolicy = {
  reaction: 'retry',
  code: 'PAYMENT_BUSY',
  kind: 'unavailable',
  customerMessage: 'This payment is being worked on elsewhere. Please try again in a moment.',
  retryAfterSeconds: 2,
};

/** Error codes that say more than their class. */
const BY_CODE: Readonly<Record<string, StripeErrorPolicy>> = {
  amount_too_large: {
    reaction: 'inform',
    code: 'PAYMENT_TOO_LARGE',
    kind: 'impossible',
    customerMessage: 'This is more than one payment can be. Please order it in smaller parts.',
  },
  lock_timeout: BUSY,
  // The first call with this key is still running, such as one cart sent from two tabs. The next try gets its response.
  idempotency_key_in_use: BUSY,
};

const BY_TYPE: Readonly<Record<string, StripeErrorPolicy>> = {
  StripeCardError: { reaction: 'inform', code: 'CARD_DECLINED', kind: 'impossible', customerMessage: null },
  StripeInvalidRequestError: {
    reaction: 'alarm',
    code: 'PAYMENT_REQUEST_REJECTED',
    kind: 'provider-failed',
    customerMessage: PAYMENT_NOT_STARTED,
    adminMessage: REQUEST_REJECTED,
  },
  StripeIdempotencyError: {
    reaction: 'alarm',
    code: 'PAYMENT_KEY_REUSED',
    kind: 'provider-failed',
    customerMessage: PAYMENT_NOT_STARTED,
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
    customerMessage: `Our payment provider is very busy. ${CART_IS_SAFE} Please try again in a moment.`,
    adminMessage: 'The payment provider is very busy. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
  StripeConnectionError: {
    reaction: 'retry',
    code: 'PAYMENT_PROVIDER_DOWN',
    kind: 'unavailable',
    customerMessage: `We can't reach our payment provider. ${CART_IS_SAFE} Please try again in a moment.`,
    adminMessage: "The payment provider can't be reached. Please try again in a moment.",
    retryAfterSeconds: 15,
  },
  StripeAPIError: {
    reaction: 'retry',
    code: 'PAYMENT_PROVIDER_FAILED',
    kind: 'provider-failed',
    customerMessage: `Our payment provider has a problem. ${CART_IS_SAFE} Please try again in a moment.`,
    adminMessage: 'The payment provider has a problem. Please try again in a moment.',
  },
  StripeSignatureVerificationError: {
    reaction: 'inform',
    code: 'WEBHOOK_SIGNATURE_INVALID',
    kind: 'invalid',
    customerMessage: 'The signature of this webhook is not valid.',
  },
};

/** Errors of parts of Stripe that the shop does not use (OAuth, the v2 API). If one occurs, the operator has to look. */
const ANY_OTHER: StripeErrorPolicy = {
  reaction: 'alarm',
  code: 'PAYMENT_PROVIDER_UNCLEAR',
  kind: 'provider-failed',
  customerMessage: PAYMENT_NOT_STARTED,
  adminMessage: REQUEST_REJECTED,
};

/** Stripe repeats its own failure for every key that was tried. Another request can succeed. */
const FAULT_REPEATED: StripeErrorPolicy = {
  reaction: 'retry',
  code: 'PAYMENT_FAULT_REPEATED',
  kind: 'provider-failed',
  customerMessage: `Our payment provider has a problem. ${CART_IS_SAFE} Please try again in a moment.`,
  adminMessage: 'The payment provider has a problem. Please try again in a moment.',
};

/** Stripe sends the first answer to an idempotency key again. */
export const isReplayedFault = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true';

/** Stripe does not always send the code for a key in use. A key reused for another request has status 400. */
const isKeyInUse = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 409;

/** Null if it is not an error of the Stripe library. */
export function getStripeErrorPolicy(error: unknown): StripeErrorPolicy | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return (
    (error.code ? BY_CODE[error.code] : undefined) ??
    (isKeyInUse(error) ? BUSY : undefined) ??
    (isReplayedFault(error) ? FAULT_REPEATED : undefined) ??
    BY_TYPE[error.type] ??
    ANY_OTHER
  );
}

/** Converts a Stripe error; any other value comes back unchanged. */
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
