import { Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '../../query-content.js';
import { stripeQuery } from '../api/load-stripe.js';
import type { PaymentFormProps } from '../payment-form.js';

/** The form of Stripe, loaded when it is shown. */
export function StripePaymentForm({ publishableKey, ...form }: PaymentFormProps) {
  const loaded = useQuery(stripeQuery(publishableKey ?? ''));
  return (
    <QueryContent query={loaded} skeleton={<Skeleton className="h-48 rounded-control" />}>
      {({ stripe, StripeElementsForm }) => <StripeElementsForm stripe={stripe} {...form} />}
    </QueryContent>
  );
}
