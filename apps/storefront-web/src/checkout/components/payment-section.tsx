import { Card, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { QueryContent } from '../../query-content.js';
import { checkoutConfigQuery } from '../../purchase/checkout.queries.js';
import type { PaymentForm, PaymentFormProps } from '../payment-form.js';
import { useOrderUpdates, type OrderUpdateHandlers } from '../use-order-updates.js';
import { OrderChangedNotice } from './order-changed-notice.js';
import { SandboxPaymentForm } from './sandbox-payment-form.js';
import { StripePaymentForm } from './stripe-payment-form.js';

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
