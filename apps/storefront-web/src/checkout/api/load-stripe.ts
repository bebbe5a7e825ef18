import { queryOptions } from '@tanstack/react-query';

/**
 * Stripe's script, which has to come from Stripe, and the form around it: both are asked for only where the shop takes money
 * by Stripe and somebody is about to pay.
 */
export const stripeQuery = (publishableKey: string) =>
  queryOptions({
    queryKey: ['checkout', 'stripe', publishableKey],
    queryFn: async () => {
      const [{ loadStripe }, { StripeElementsForm }] = await Promise.all([
        import('@stripe/stripe-js/pure'),
        import('../stripe/stripe-elements-form.js'),
      ]);
      const stripe = await loadStripe(publishableKey).catch(() => null);
      if (!stripe)
        throw new Error(
          'The payment form could not be loaded. Please check your connection, and that nothing blocks js.stripe.com.',
        );
      return { stripe, StripeElementsForm };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Neither is data: they are handed on as they are.
    structuralSharing: false,
  });
