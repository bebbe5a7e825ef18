import { clearToasts, sentenceOf, toast } from '@shop/web-kit';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { preparePayment } from '../api/prepare-payment.js';
import {
  isOutdatedError,
  OutdatedPaymentError,
  PAYMENT_MUTATION_KEY,
  type PaymentResult,
  type PaymentFormProps,
} from '../payment-form.js';

export interface LoadedStripe {
  stripe: Stripe;
  elements: StripeElements;
}

/** Said in Stripe's words: they are written for the shopper. */
class StripePaymentError extends Error {
  constructor({ message }: StripeError) {
    super(message ?? "Your payment didn't go through. Please try another way to pay.");
  }
}

/** Paid already, in another tab or by an attempt whose answer was lost: nothing is to be done but to show the order. */
function toCompletedPayment({ payment_intent: intent }: StripeError, clientSecret: string): PaymentResult | null {
  return intent?.status === 'succeeded' || intent?.status === 'processing'
    ? { intentId: intent.id, clientSecret, status: intent.status }
    : null;
}

/** Has Stripe take the money. It resolves where the money is given already; otherwise Stripe leads the browser to `/order-complete` itself. */
async function confirm(
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
  const paid = toCompletedPayment(error, clientSecret);
  if (paid) return paid;
  // In the moment since the shop was asked another tab has changed the order: its intent has ended.
  if (error.payment_intent?.status === 'canceled')
    throw new OutdatedPaymentError(new StripePaymentError(error).message);
  throw new StripePaymentError(error);
}

/** Gives the payment to Stripe. A decline is told in its words, and may be tried again. */
export function useStripePayment(
  form: LoadedStripe | null,
  { checkout, onPaid, onOutdated }: Pick<PaymentFormProps, 'checkout' | 'onPaid' | 'onOutdated'>,
  isGuest: boolean,
) {
  return useMutation({
    mutationKey: PAYMENT_MUTATION_KEY,
    mutationFn: async (email: string) => {
      if (!form) throw new Error('The payment form is still loading. Please try again in a moment.');
      // At once, while the press of the button still counts as one: wallets open their window here.
      const { error } = await form.elements.submit();
      if (error) throw new StripePaymentError(error);
      // Only what is shown may be paid, and only with an address to write to (D44): else the shop keeps the secret.
      const { clientSecret } = await preparePayment({
        orderNumber: checkout.orderNumber,
        revision: checkout.revision,
        ...(isGuest && { email }),
      });
      return confirm(form, clientSecret, email);
    },
    // The last try's failure must not stand beside this one's success.
    onMutate: clearToasts,
    onSuccess: (paid) => paid && onPaid(paid),
    onError: (error) => {
      if (isOutdatedError(error)) onOutdated(sentenceOf(error));
      else toast({ title: 'Payment Failed', description: sentenceOf(error), variant: 'destructive' });
    },
  });
}
