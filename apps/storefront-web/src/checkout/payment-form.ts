import type { ComponentType } from 'react';

/** What a provider's form says when the money is given, or on its way. */
export interface GivenPayment {
  intentId: string;
  status: 'succeeded' | 'processing';
}

export interface PaymentFormProps {
  /** Names the payment intent of this checkout to the provider. */
  clientSecret: string;
  /** The shop's public key at the provider; null where it needs none. */
  publishableKey: string | null;
  onPaid: (payment: GivenPayment) => void;
}

/** The seam between the checkout and a payment provider: one form each. */
export type PaymentForm = ComponentType<PaymentFormProps>;
