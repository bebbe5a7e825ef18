import Stripe from 'stripe';
import { toDomainError, getStripeErrorPolicy, type StripeErrorReaction } from './stripe-errors.rules.js';

const { errors } = Stripe;
const raw = (change: Partial<Stripe.StripeRawError> = {}): Stripe.StripeRawError => ({
  type: 'api_error',
  message: 'For developers only',
  ...change,
});

/** Error classes of the payment API; the tables below expect a reaction for each. */
const OF_PAYMENTS = [
  'StripeCardError',
  'StripeInvalidRequestError',
  'StripeIdempotencyError',
  'StripeAuthenticationError',
  'StripePermissionError',
  'StripeRateLimitError',
  'StripeConnectionError',
  'StripeAPIError',
  'StripeSignatureVerificationError',
];

/** Error classes of OAuth and the v2 API, which the shop does not use. */
const OF_OTHER_PARTS = [
  'StripeOAuthError',
  'StripeInvalidClientError',
  'StripeInvalidGrantError',
  'StripeInvalidScopeError',
  'StripeOAuthInvalidRequestError',
  'StripeUnsupportedGrantTypeError',
  'StripeUnsupportedResponseTypeError',
  'AlreadyCanceledError',
  'BlockedByStripeError',
  'CannotProceedError',
  'CapabilityNotEnabledError',
  'ControlledByAlternateResourceError',
  'FeatureNotEnabledError',
  'FinancialAccountNotOpenError',
  'FxQuoteNeedsRefreshError',
  'InsufficientFundsError',
  'InvalidPaymentMethodError',
  'InvalidPayoutMethodError',
  'InvalidVaultedCredentialError',
  'NotCancelableError',
  'QuotaExceededError',
  'RateLimitError',
  'RecipientNotNotifiableError',
  'TemporarySessionExpiredError',
  'VerificationAttemptFailedError',
  'VerificationExpiredError',
  'VerificationNotInitiatedError',
];

describe('Stripe errors', () => {
  it.each<[string, Error, StripeErrorReaction, string, RegExp]>([
    [
      'a decline',
      new errors.StripeCardError(raw({ message: 'Your card was declined.' })),
      'inform',
      'impossible',
      /^Your card was declined\.$/,
    ],
    [
      'a request that is wrong',
      new errors.StripeInvalidRequestError(raw()),
      'alarm',
      'provider-failed',
      /could not be prepared/,
    ],
    ['a key used twice', new errors.StripeIdempotencyError(raw()), 'alarm', 'provider-failed', /could not be prepared/],
    ['a wrong secret key', new errors.StripeAuthenticationError(raw()), 'alarm', 'unavailable', /not available/],
    ['a key without the right', new errors.StripePermissionError(raw()), 'alarm', 'unavailable', /not available/],
    ['too many requests', new errors.StripeRateLimitError(raw()), 'retry', 'unavailable', /very busy/],
    ['no connection', new errors.StripeConnectionError(raw()), 'retry', 'unavailable', /can't reach/],
    ['a fault of Stripe’s', new errors.StripeAPIError(raw()), 'retry', 'provider-failed', /has a problem/],
    [
      'a wrong signature',
      new errors.StripeSignatureVerificationError('t=1', '{}', raw()),
      'inform',
      'invalid',
      /signature of this webhook is not valid/,
    ],
    [
      'an amount too large',
      new errors.StripeInvalidRequestError(raw({ code: 'amount_too_large' })),
      'inform',
      'impossible',
      /smaller parts/,
    ],
    [
      'a key whose first call is under way',
      new errors.StripeIdempotencyError(raw({ code: 'idempotency_key_in_use' })),
      'retry',
      'unavailable',
      /elsewhere/,
    ],
    [
      'a key whose first call is under way, without its code',
      new errors.StripeIdempotencyError({ ...raw(), statusCode: 409 }),
      'retry',
      'unavailable',
      /elsewhere/,
    ],
    [
      'two changes at once',
      new errors.StripeRateLimitError(raw({ code: 'lock_timeout' })),
      'retry',
      'unavailable',
      /elsewhere/,
    ],
  ])('%s has a reaction and a message', (_, error, reaction, kind, message) => {
    expect(getStripeErrorPolicy(error)).toMatchObject({ reaction, kind });
    const domainError = toDomainError(error, 'checkout') as Error;
    expect(domainError.message).toMatch(message);
    expect(domainError.message).not.toContain('For developers only');
    expect(domainError.cause).toBe(error);
  });

  it('covers every error class that the library exports', () => {
    const classes = Object.entries(errors).filter(
      ([, made]) => typeof made === 'function' && made.prototype instanceof errors.StripeError,
    );
    expect(classes.map(([name]) => name).sort()).toEqual([...OF_PAYMENTS, ...OF_OTHER_PARTS].sort());
    for (const [name, made] of classes) {
      const error = Object.assign(Object.create((made as typeof errors.StripeError).prototype as object) as Error, {
        type: name,
      });
      expect([name, getStripeErrorPolicy(error)?.code === 'PAYMENT_PROVIDER_UNCLEAR']).toEqual([
        name,
        OF_OTHER_PARTS.includes(name),
      ]);
    }
  });

  it('says that the cart is kept and nothing was charged if the customer can do nothing', () => {
    for (const made of [
      errors.StripeInvalidRequestError,
      errors.StripeAuthenticationError,
      errors.StripePermissionError,
      errors.StripeConnectionError,
      errors.StripeAPIError,
      errors.StripeRateLimitError,
    ]) {
      expect((toDomainError(new made(raw()), 'checkout') as Error).message).toContain(
        'Your cart is kept, and nothing was charged.',
      );
    }
  });

  it.each<[string, Error, string]>([
    [
      'a request that is wrong',
      new errors.StripeInvalidRequestError(raw()),
      "The payment provider refused what was asked of it. The reason is in the shop's log. Please look at the payment there.",
    ],
    [
      'a key used twice',
      new errors.StripeIdempotencyError(raw()),
      "The payment provider refused what was asked of it. The reason is in the shop's log. Please look at the payment there.",
    ],
    [
      'a wrong secret key',
      new errors.StripeAuthenticationError(raw()),
      'The payment provider does not accept the keys of the shop. Please check them, and try again then.',
    ],
    [
      'a key without the right',
      new errors.StripePermissionError(raw()),
      'The payment provider does not accept the keys of the shop. Please check them, and try again then.',
    ],
    [
      'too many requests',
      new errors.StripeRateLimitError(raw()),
      'The payment provider is very busy. Please try again in a moment.',
    ],
    [
      'no connection',
      new errors.StripeConnectionError(raw()),
      "The payment provider can't be reached. Please try again in a moment.",
    ],
    [
      'a fault of Stripe’s',
      new errors.StripeAPIError(raw()),
      'The payment provider has a problem. Please try again in a moment.',
    ],
  ])('%s has another message for an admin, who has no cart', (_, error, message) => {
    expect((toDomainError(error, 'admin') as Error).message).toBe(message);
  });

  it('leaves any other error unchanged', () => {
    const other = new Error('else');
    expect(getStripeErrorPolicy(other)).toBeNull();
    expect(toDomainError(other, 'checkout')).toBe(other);
  });
});
