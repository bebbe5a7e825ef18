import type { Checkout } from '@shop/contracts/order';
import { ApiError } from '@shop/web-kit';
import type { ComponentType } from 'react';

/** What a provider's form says when the money is given, or on its way. */
export interface GivenPayment {
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
  isRenewing: boolean;
  onPaid: (payment: GivenPayment) => void;
  /** The order may not be what is shown any more; nothing was taken. The sentence says why. */
  onOutdated: (sentence: string) => void;
}

/** The seam between the checkout and a payment provider: one form each. */
export type PaymentForm = ComponentType<PaymentFormProps>;

/** The provider's side of an order that was changed: its intent has ended. */
export class OutdatedPayment extends Error {}

const CONFLICT = 409;

/** Whether the payment was refused because the order is not what it was when it was shown. */
export const isOutdated = (error: unknown): boolean => error instanceof OutdatedPayment || (error instanceof ApiError && error.status === CONFLICT);
