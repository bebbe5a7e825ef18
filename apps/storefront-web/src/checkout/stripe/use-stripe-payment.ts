import { clearToasts, getErrorMessage, toast } from '@shop/web-kit';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import {
  isOutdatedError,
  OutdatedPaymentError,
  PAYMENT_MUTATION_KEY,
  preparePayment,
  type PaymentResult,
  type PaymentFormProps,
} from '../payment-form.js';
import { usePaymentReset } from '../use-payment-reset.js';

export interface LoadedStripe {
  stripe: Stripe;
  elements: StripeElements;
}

/** Carries Stripe's own message, which is written for the customer. */
class StripePaymentError extends Error {
  constructor({ message }: StripeError) {
    super(message ?? "Your payment didn't go through. Please try another way to pay.");
  }
}

/** Detects a payment that was already made, in another tab or by an attempt whose response was lost. */
function toCompletedPayment({ payment_intent: intent }: StripeError, clientSecret: string): PaymentResult | null {
  return intent?.status === 'succeeded' || intent?.status === 'processing'
    ? { intentId: intent.id, clientSecret, status: intent.status }
    : null;
}

/**
 * Confirms the payment at Stripe. It resolves only if the order was already paid; otherwise Stripe redirects to
 * `/order-complete`.
 */
async function confirmPayment(
  { stripe, elements }: LoadedStripe,
  clientSecret: string,
  email: string,
): Promise<PaymentResult | null> {
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: {
      return_url: `${location.origin}/order-complete`,
      payment_method_data: { billing_details: { email } },
    },
  });
  const completed = toCompletedPayment(error, clientSecret);
  if (completed) return completed;
  // Another tab changed the order after the check above, which cancelled its intent.
  if (error.payment_intent?.status === 'canceled')
    throw new OutdatedPaymentError(new StripePaymentError(error).message);
  throw new StripePaymentError(error);
}

/** Pays by Stripe. A decline is shown in Stripe's words; the customer can try again. */
export function useStripePayment(
  form: LoadedStripe | null,
  { checkout, onPaid, onOutdated }: Pick<PaymentFormProps, 'checkout' | 'onPaid' | 'onOutdated'>,
  isGuest: boolean,
) {
  const paymentMutation = useMutation({
    mutationKey: PAYMENT_MUTATION_KEY,
    mutationFn: async (email: string) => {
      if (!form) throw new Error('The payment form is still loading. Please try again in a moment.');
      // Must be the first call: wallets may open their window only in direct response to the click.
      const { error } = await form.elements.submit();
      if (error) throw new StripePaymentError(error);
      // The shop returns the secret only for the displayed revision and only if an email is known.
      const { clientSecret } = await preparePayment(checkout, isGuest ? email : undefined);
      return confirmPayment(form, clientSecret, email);
    },
    // The error of the last attempt must not be visible next to the success of this one.
    onMutate: clearToasts,
    onSuccess: (completed) => completed && onPaid(completed),
    onError: (error) => {
      if (isOutdatedError(error)) onOutdated(getErrorMessage(error));
      else toast({ title: 'Payment Failed', description: getErrorMessage(error), variant: 'destructive' });
    },
  });
  usePaymentReset(paymentMutation);
  return paymentMutation;
}
