import type { ConfirmedCheckout, PaymentSecret } from '@shop/contracts-order';
import { startPayment } from '@shop/contracts-order/routes';
import { api, getErrorMessage, isConflict, usePageRestore } from '@shop/web-kit';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { FormErrorBox } from '@shop/web-ui';

/** A payment that has succeeded or is being processed. */
export interface PaymentResult {
  intentId: string;
  clientSecret: string;
  status: 'succeeded' | 'processing';
}

export interface PaymentFormProps {
  /** The order that this page displays. */
  checkout: ConfirmedCheckout;
  /** The displayed total. */
  amountCents: number;
  /** The checkout is being loaded again. */
  isRefreshing: boolean;
  /** Why the last attempt failed, if the checkout was refreshed because of it and is unchanged. */
  paymentError: string | null;
  onPaid: (payment: PaymentResult) => void;
  /** Called if the order may differ from the displayed one and nothing was charged. The message says why. */
  onOutdated: (message: string) => void;
}

/** What the payment step keeps while Stripe's form is created again. */
export interface FormLoading {
  /** The guest's input; null: none yet. */
  enteredEmail: string | null;
  onEmailEntered: (email: string) => void;
  onReady: () => void;
  onLoadError: () => void;
}

/** Mutation key of all payment calls of this page. While one of them runs, its response alone decides the outcome. */
export const PAYMENT_MUTATION_KEY = ['paying'] as const;

/** The provider has cancelled the payment intent, because the order was changed. */
export class OutdatedPaymentError extends Error {}

/** True if the payment was refused because the order differs from the displayed one. */
export const isOutdatedError = (error: unknown): boolean => error instanceof OutdatedPaymentError || isConflict(error);

/**
 * Checks right before payment that the order is still the displayed one, and stores a guest's email with it. A server
 * that sends the secret only has no such check.
 */
export async function preparePayment(
  { clientSecret, orderNumber, revision }: ConfirmedCheckout,
  email?: string,
): Promise<PaymentSecret> {
  if (orderNumber === null || revision === null) return { clientSecret };
  return api.call(startPayment, { body: { orderNumber, revision, ...(email && { email }) } });
}

/**
 * Makes the form usable again after Back from the page of a bank or a payment provider: out of the back/forward cache,
 * the payment call still waits for the redirect. An answer that arrives nevertheless is handled as always.
 */
export function usePaymentReset({ isPending, reset }: Pick<UseMutationResult, 'isPending' | 'reset'>): void {
  const queryClient = useQueryClient();
  usePageRestore(() => {
    if (isPending) reset();
    const cache = queryClient.getMutationCache();
    for (const payment of cache.findAll({ mutationKey: PAYMENT_MUTATION_KEY, status: 'pending' }))
      cache.remove(payment);
  });
}

interface Props {
  /** The error of the last attempt. */
  error: Error | null;
  /** The message to show once the checkout was refreshed after an outdated-order error; null until then. */
  errorAfterRefresh: string | null;
  id: string;
}

/** Shows why the last payment attempt failed. */
export function PaymentError({ error, errorAfterRefresh, id }: Props) {
  return (
    <FormErrorBox id={id} message={isOutdatedError(error) ? errorAfterRefresh : error && getErrorMessage(error)} />
  );
}
