import { clearToasts, sentenceOf, toast } from '@shop/web-kit';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { saveGuestEmail } from '../api/save-guest-email.js';
import type { GivenPayment, PaymentFormProps } from '../payment-form.js';

export interface StripeForm {
  stripe: Stripe;
  elements: StripeElements;
}

/** Said in Stripe's words: they are written for the shopper. */
class PaymentRefused extends Error {
  constructor({ message }: StripeError) {
    super(message ?? "Your payment didn't go through. Please try another way to pay.");
  }
}

/** Paid already, in another tab or by an attempt whose answer was lost: nothing is to be done but to show the order. */
function paidAlready({ payment_intent: intent }: StripeError): GivenPayment | null {
  return intent?.status === 'succeeded' || intent?.status === 'processing' ? { intentId: intent.id, status: intent.status } : null;
}

/** Has Stripe take the money. It resolves where the money is given already; otherwise Stripe leads the browser to `/order-complete` itself. */
async function confirm({ stripe, elements }: StripeForm, email: string): Promise<GivenPayment | null> {
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: `${location.origin}/order-complete`, payment_method_data: { billing_details: { email } } },
  });
  const paid = paidAlready(error);
  if (!paid) throw new PaymentRefused(error);
  return paid;
}

/** Gives the payment to Stripe. A decline is told in its words, and may be tried again. */
export function useStripePayment(form: StripeForm | null, { clientSecret, onPaid }: Pick<PaymentFormProps, 'clientSecret' | 'onPaid'>, isGuest: boolean) {
  return useMutation({
    mutationFn: async (email: string) => {
      if (!form) throw new Error('The payment form is still loading. Please try again in a moment.');
      // At once, while the press of the button still counts as one: wallets open their window here.
      const { error } = await form.elements.submit();
      if (error) throw new PaymentRefused(error);
      // Before the money: a paid order without an address leaves nobody to write to (D44).
      if (isGuest) await saveGuestEmail({ clientSecret, email });
      // The cart may have been sent from another tab meanwhile: the form should say what will be taken.
      await form.elements.fetchUpdates();
      return confirm(form, email);
    },
    // The last try's failure must not stand beside this one's success.
    onMutate: clearToasts,
    onSuccess: (paid) => paid && onPaid(paid),
    onError: (error) => toast({ title: 'Payment Failed', description: sentenceOf(error), variant: 'destructive' }),
  });
}
