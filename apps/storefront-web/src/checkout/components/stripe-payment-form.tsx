import { loadChunk } from '@shop/web-kit';
import { Skeleton } from '@shop/web-ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { QueryContent } from '../../query-content.js';
import type { PaymentFormProps } from '../payment-form.js';

/**
 * Loads Stripe's script, which must come from Stripe's servers, and the form around it. Both are loaded only when a
 * customer is about to pay by Stripe.
 */
const stripeQuery = (publishableKey: string) =>
  queryOptions({
    queryKey: ['checkout', 'stripe', publishableKey],
    queryFn: async () => {
      const [{ loadStripe }, { StripeElementsForm }] = await Promise.all([
        loadChunk(() => import('@stripe/stripe-js/pure')),
        loadChunk(() => import('../stripe/stripe-elements-form.js')),
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
    // The result holds a class instance and a component, which must not be compared or copied.
    structuralSharing: false,
  });

/** Stripe's form; its code is loaded when it is rendered. */
export function StripePaymentForm({ publishableKey, ...form }: PaymentFormProps) {
  const stripe = useQuery(stripeQuery(publishableKey ?? ''));
  return (
    <QueryContent query={stripe} skeleton={<Skeleton className="h-48 rounded-control" />}>
      {({ stripe, StripeElementsForm }) => <StripeElementsForm stripe={stripe} {...form} />}
    </QueryContent>
  );
}
