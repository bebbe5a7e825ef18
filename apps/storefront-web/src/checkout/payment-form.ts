import type { Checkout } from '@shop/contracts/order';
import { ApiError } from '@shop/web-kit';
import type { ComponentType } from 'react';

/** What a provider's form says when the money is given, or on its way. */
export interface PaymentResult {
  intentId: string;
  clientSecret: string;
  status: 'succeeded' | 'processing';
}

export interface PaymentFormProps {
  /** The order as this page shows it. */
  checkout: Checkout;
  /** The shop's public key at the provider; null where it needs none. */
  publishableKey: string | null;
  /** It is being asked for anew. */
  isRefreshing: boolean;
  /** Why the last try came to nothing, where the order was asked for anew because of it, and is what it was. */
  refusal: string | null;
  onPaid: (payment: PaymentResult) => void;
  /** The order may not be what is shown any more; nothing was taken. The sentence says why. */
  onOutdated: (sentence: string) => void;
}

/** Of the calls by which this page gives the money: as long as one is under way, it alone says what comes of it. */
export const PAYMENT_MUTATION_KEY = ['paying'] as const;

/** The seam between the checkout and a payment provider: one form each. */
export type PaymentForm = ComponentType<PaymentFormProps>;

/** The provider's side of an order that was changed: its intent has ended. */
export class OutdatedPaymentError extends Error {}

const CONFLICT = 409;

/** Whether the payment was refused because the order is not what it was when it was shown. */
export const isOutdatedError = (error: unknown): boolean =>
  error instanceof OutdatedPaymentError || (error instanceof ApiError && error.status === CONFLICT);
