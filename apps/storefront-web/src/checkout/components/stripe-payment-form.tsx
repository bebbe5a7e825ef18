import { Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '../../query-content.js';
import { stripeQuery } from '../api/load-stripe.js';
import type { PaymentFormProps } from '../payment-form.js';

/** Stripe's form; its code is loaded when it is rendered. */
export function StripePaymentForm({ publishableKey, ...form }: PaymentFormProps) {
  const stripe = useQuery(stripeQuery(publishableKey ?? ''));
  return (
    <QueryContent query={stripe} skeleton={<Skeleton className="h-48 rounded-control" />}>
      {({ stripe, StripeElementsForm }) => <StripeElementsForm stripe={stripe} {...form} />}
    </QueryContent>
  );
}
