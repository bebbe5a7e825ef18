import type Stripe from 'stripe';

type ErrorType = Stripe.StripeRawError['type'];

/** The body of an error: docs.stripe.com/api/errors. */
export interface StripeErrorBody {
  type: ErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** An answer that undoes what the call has changed. A decline is no such error: it is stored, and answered. */
export class StripeError extends Error {
  override readonly name = 'StripeError';
  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
  ) {
    super(body.message);
  }
}

/**
 * A call that began and changed nothing, because the object's state does not allow it. Its answer is stored by idempotency key, unlike
 * that of wrong parameters.
 */
export class RefusedCallError extends StripeError {}

export const refusedCall = (message: string, more: Partial<StripeErrorBody> = {}): StripeError =>
  new RefusedCallError(400, { type: 'invalid_request_error', message, ...more });

export const invalidRequest = (message: string, more: Partial<StripeErrorBody> = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...more });

export const resourceMissing = (kind: string, id: string): StripeError =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });

export const unexpectedState = (intent: Stripe.PaymentIntent): StripeError =>
  refusedCall(`This PaymentIntent's status is ${intent.status}: it does not allow this call.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
