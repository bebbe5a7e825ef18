import Stripe from 'stripe';
import { asRefusal, rulingOn, type Decision } from './stripe-errors.rules.js';

const { errors } = Stripe;
const raw = (change: Partial<Stripe.StripeRawError> = {}): Stripe.StripeRawError => ({ type: 'api_error', message: 'For developers only', ...change });

describe('an error of Stripe’s library', () => {
  it.each<[string, Error, Decision, string, RegExp]>([
    ['a decline', new errors.StripeCardError(raw({ message: 'Your card was declined.' })), 'tell', 'impossible', /^Your card was declined\.$/],
    ['a request that is wrong', new errors.StripeInvalidRequestError(raw()), 'alarm', 'provider-failed', /could not be prepared/],
    ['a key used twice', new errors.StripeIdempotencyError(raw()), 'alarm', 'provider-failed', /could not be prepared/],
    ['a wrong secret key', new errors.StripeAuthenticationError(raw()), 'alarm', 'unavailable', /not available/],
    ['a key without the right', new errors.StripePermissionError(raw()), 'alarm', 'unavailable', /not available/],
    ['too many requests', new errors.StripeRateLimitError(raw()), 'retry', 'unavailable', /very busy/],
    ['no connection', new errors.StripeConnectionError(raw()), 'retry', 'unavailable', /can't reach/],
    ['a fault of Stripe’s', new errors.StripeAPIError(raw()), 'retry', 'provider-failed', /has a problem/],
    ['a wrong signature', new errors.StripeSignatureVerificationError('t=1', '{}', raw()), 'tell', 'invalid', /signature of this webhook is not valid/],
    ['an amount too large', new errors.StripeInvalidRequestError(raw({ code: 'amount_too_large' })), 'tell', 'impossible', /smaller parts/],
    ['two changes at once', new errors.StripeRateLimitError(raw({ code: 'lock_timeout' })), 'retry', 'unavailable', /elsewhere/],
  ])('%s: decision and sentence', (_, error, decision, kind, sentence) => {
    expect(rulingOn(error)).toMatchObject({ decision, kind });
    const refusal = asRefusal(error) as Error;
    expect(refusal.message).toMatch(sentence);
    expect(refusal.message).not.toContain('For developers only');
    expect(refusal.cause).toBe(error);
  });

  it('of any class the library has means something here', () => {
    const classes = Object.entries(errors).filter(([name, made]) => name !== 'StripeError' && typeof made === 'function' && made.prototype instanceof errors.StripeError);
    expect(classes.length).toBeGreaterThan(9);
    for (const [name, made] of classes) {
      const error = Object.assign(Object.create((made as typeof errors.StripeError).prototype as object) as Error, { type: name });
      expect([name, rulingOn(error)]).toEqual([name, expect.objectContaining({ decision: expect.stringMatching(/^(tell|retry|alarm)$/) })]);
    }
  });

  it('says that cart and money are safe, wherever the customer can do nothing', () => {
    for (const made of [errors.StripeInvalidRequestError, errors.StripeAuthenticationError, errors.StripePermissionError, errors.StripeConnectionError, errors.StripeAPIError, errors.StripeRateLimitError]) {
      expect((asRefusal(new made(raw())) as Error).message).toContain('Your cart is kept, and nothing was charged.');
    }
  });

  it('is told from any other error', () => {
    const other = new Error('else');
    expect(rulingOn(other)).toBeNull();
    expect(asRefusal(other)).toBe(other);
  });
});
