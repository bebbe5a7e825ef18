import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema } from '@shop/contracts/identity';
import { CURRENCY } from '@shop/contracts/order';
import { useCurrentUser, useSingleFlight, useTheme } from '@shop/web-kit';
import { Button, Field, Input, Skeleton, Spinner } from '@shop/web-ui';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js';
import { LockKeyhole } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PaymentError } from '../components/payment-error.js';
import type { PaymentFormProps } from '../payment-form.js';
import { getStripeAppearance } from './stripe-appearance.js';
import { useStripePayment } from './use-stripe-payment.js';

type Props = Omit<PaymentFormProps, 'publishableKey'>;

/** The email comes from the shop's own field or from the account. */
const PAYMENT_ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: 'tabs',
  fields: { billingDetails: { email: 'never' } },
};

const guestSchema = z.object({ email: emailSchema });
const customerSchema = z.object({ email: z.string() });

function PaymentFields(props: Props) {
  const { user } = useCurrentUser();
  const isGuest = user === null;
  const [stripe, elements] = [useStripe(), useElements()];
  const [isReady, setReady] = useState(false);
  const paymentMutation = useStripePayment(stripe && elements ? { stripe, elements } : null, props, isGuest);
  const pay = useSingleFlight(paymentMutation);
  const errorId = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(isGuest ? guestSchema : customerSchema),
    defaultValues: { email: user?.email ?? '' },
  });
  // After the payment the button stays disabled until the next page is loaded.
  const isBusy = paymentMutation.isPending || paymentMutation.isSuccess || props.isRefreshing;

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(({ email }) => pay(email))(event)}>
      {isGuest && (
        <Field
          label="Email"
          error={formState.errors.email?.message}
          hint="So that we can reach you about this order."
          className="mb-5"
        >
          <Input {...register('email')} type="email" autoComplete="email" readOnly={isBusy} />
        </Field>
      )}
      {!isReady && <Skeleton className="h-48 rounded-control" />}
      <PaymentElement options={{ ...PAYMENT_ELEMENT_OPTIONS, readOnly: isBusy }} onReady={() => setReady(true)} />
      <PaymentError
        error={paymentMutation.error}
        errorAfterRefresh={props.isRefreshing ? null : props.paymentError}
        id={errorId}
      />
      <Button
        type="submit"
        size="lg"
        disabledFocusable={isBusy || !isReady}
        aria-describedby={errorId}
        className="mt-7 w-full"
      >
        {isBusy ? <Spinner /> : <LockKeyhole aria-hidden />}
        {isBusy ? 'Processing...' : 'Complete Order'}
      </Button>
    </form>
  );
}

/**
 * Stripe's Payment Element with the shop's appearance. Card data never reaches the shop. It is created for an amount
 * instead of an intent, so that the input stays when the order gets another intent
 * (docs.stripe.com/payments/accept-a-payment-deferred).
 */
export function StripeElementsForm({ stripe, ...props }: Props & { stripe: Stripe }) {
  const { theme } = useTheme();
  const appearance = useMemo(() => getStripeAppearance(theme), [theme]);
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount: props.amountCents,
        currency: CURRENCY,
        appearance,
        loader: 'never',
      }}
    >
      <PaymentFields {...props} />
    </Elements>
  );
}
