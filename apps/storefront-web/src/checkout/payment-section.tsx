import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { loadChunk, QueryContent } from '@shop/web-kit';
import { Card, Skeleton } from '@shop/web-ui';
import { queryOptions, useIsMutating, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { checkoutConfigQuery, subscribeToOrder } from '../orders/order.queries.js';
import { PAYMENT_MUTATION_KEY, type PaymentForm, type PaymentFormProps } from './payment-form.js';
import { SandboxPaymentForm } from './sandbox-payment-form.js';

interface OrderUpdateHandlers {
  onPaidElsewhere: () => void;
  onCancelled: () => void;
}

/**
 * Reports when another tab pays the displayed order or the shop cancels it. The stream is closed while this tab
 * pays: then the response of the payment call decides, which may be a redirect. Null: the order's id is not known.
 */
function useOrderUpdates(orderId: string | null, { onPaidElsewhere, onCancelled }: OrderUpdateHandlers): void {
  const isPaying = useIsMutating({ mutationKey: PAYMENT_MUTATION_KEY }) > 0;
  const handleOrder = useEffectEvent(({ order: { status, paymentStatus } }: DisplayedCustomerOrder): void => {
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') onPaidElsewhere();
    else if (status === 'cancelled') onCancelled();
  });

  useEffect(() => {
    if (isPaying || orderId === null) return;
    return subscribeToOrder({ orderId, key: null }, { onOrder: (customerOrder) => handleOrder(customerOrder) });
  }, [orderId, isPaying]);
}

/**
 * Tells before payment that the order differs from what this page displayed. It takes the focus, so that nobody misses
 * it.
 */
function OrderChangedNotice({ message }: { message: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, [message]);
  return (
    <p
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="mb-5 flex gap-3 rounded-control border-2 border-primary bg-muted p-4 font-semibold"
    >
      <RefreshCw aria-hidden className="mt-0.5 size-5 shrink-0" />
      {message}
    </p>
  );
}

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
        loadChunk(() => import('./stripe-elements-form.js')),
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
function StripePaymentForm({ publishableKey, ...form }: PaymentFormProps) {
  const stripe = useQuery(stripeQuery(publishableKey ?? ''));
  return (
    <QueryContent query={stripe} skeleton={<Skeleton className="h-48 rounded-control" />}>
      {({ stripe, StripeElementsForm }) => <StripeElementsForm stripe={stripe} {...form} />}
    </QueryContent>
  );
}

const FORMS: ReadonlyMap<string, PaymentForm> = new Map([
  ['sandbox', SandboxPaymentForm],
  ['stripe', StripePaymentForm],
]);

/** The shop has been deployed with another provider since this page was loaded. */
const UnknownProvider = ({ name }: { name: string }) => (
  <p role="alert" className="font-semibold">
    This page does not know how to pay by {name}. Please reload it.
  </p>
);

interface Props extends Omit<PaymentFormProps, 'publishableKey'>, OrderUpdateHandlers {
  /** How the order differs from what this page displayed before. */
  changeNotice: string | null;
}

/** The payment step. It takes the focus, because it appears below the form that was just submitted. */
export function PaymentSection({ changeNotice, onPaidElsewhere, onCancelled, ...props }: Props) {
  useOrderUpdates(props.checkout.order?.id ?? null, { onPaidElsewhere, onCancelled });
  const config = useQuery(checkoutConfigQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useEffectEvent(() => {
    if (changeNotice === null) heading.current?.focus(); // Otherwise the notice takes the focus.
  });
  useEffect(() => {
    focusHeading();
  }, []);

  return (
    <Card className="p-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="mb-5 font-display text-2xl font-bold outline-none">
        Payment
      </h2>
      {changeNotice && <OrderChangedNotice message={changeNotice} />}
      <QueryContent query={config} skeleton={<Skeleton className="h-48 rounded-control" />}>
        {({ provider, publishableKey }) => {
          const Form = FORMS.get(provider);
          return Form ? <Form {...props} publishableKey={publishableKey} /> : <UnknownProvider name={provider} />;
        }}
      </QueryContent>
    </Card>
  );
}
