import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema } from '@shop/contracts-identity';
import { CURRENCY } from '@shop/contracts-order';
import {
  clearToasts,
  getErrorMessage,
  toast,
  useCurrentUser,
  useSingleFlight,
  useTheme,
  type Theme,
} from '@shop/web-kit';
import { Button, Field, Input, Skeleton, Spinner } from '@shop/web-ui';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  isOutdatedError,
  OutdatedPaymentError,
  PAYMENT_MUTATION_KEY,
  type FormLoading,
  PaymentError,
  type PaymentFormProps,
  type PaymentResult,
  preparePayment,
  usePaymentReset,
} from './payment-form.js';

/**
 * Stripe's form runs in its own frames, which do not see the shop's CSS custom properties, so their values are passed
 * on.
 */
const createTokenReader = (): ((name: string) => string) => {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
};

/**
 * Makes Stripe's fields look like the shop's, from the tokens of the active theme (docs.stripe.com/elements/appearance-
 * api).
 */
function getStripeAppearance(theme: Theme): Appearance {
  const token = createTokenReader();
  const errorColor = token('destructive-text');
  return {
    // The base theme covers what is not listed here, such as card logos and disabled fields.
    theme: theme === 'dark' ? 'night' : 'flat',
    labels: 'above',
    variables: {
      fontFamily: token('font-sans'),
      fontSizeBase: '16px',
      borderRadius: token('radius-control'),
      gridRowSpacing: '20px',
      gridColumnSpacing: '16px',
      colorPrimary: token('primary'),
      colorBackground: token('card'),
      colorText: token('foreground'),
      colorTextSecondary: token('muted-foreground'),
      colorTextPlaceholder: token('muted-foreground'),
      colorDanger: errorColor,
      colorSuccess: token('success'),
      iconColor: token('muted-foreground'),
    },
    rules: {
      '.Label': { fontWeight: '600', color: token('foreground') },
      '.Input': { border: `2px solid ${token('input')}`, boxShadow: 'none', backgroundColor: token('card') },
      '.Input:focus': {
        border: `2px solid ${token('ring')}`,
        outline: `3px solid ${token('ring')}`,
        boxShadow: 'none',
      },
      '.Input--invalid': { border: `2px solid ${errorColor}`, boxShadow: 'none' },
      '.Tab': { border: `2px solid ${token('border')}`, backgroundColor: token('card') },
      '.Tab:hover': { backgroundColor: token('muted') },
      '.Tab--selected': {
        border: `2px solid ${token('primary')}`,
        backgroundColor: token('card'),
        color: token('primary-text'),
      },
      '.Tab:focus': { outline: `3px solid ${token('ring')}`, boxShadow: 'none' },
      '.Block': { border: `2px solid ${token('border')}`, backgroundColor: token('card') },
    },
  };
}

interface LoadedStripe {
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
function useStripePayment(
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

/** The email comes from the shop's own field or from the account. */
const PAYMENT_ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: 'tabs',
  fields: { billingDetails: { email: 'never' } },
};

const guestSchema = z.object({ email: emailSchema });
const customerSchema = z.object({ email: z.string() });

function PaymentFields({
  enteredEmail,
  onEmailEntered,
  onReady,
  onLoadError,
  ...props
}: PaymentFormProps & FormLoading) {
  const { user } = useCurrentUser();
  const isGuest = user === null;
  const [stripe, elements] = [useStripe(), useElements()];
  const [isReady, setReady] = useState(false);
  const paymentMutation = useStripePayment(stripe && elements ? { stripe, elements } : null, props, isGuest);
  const pay = useSingleFlight(paymentMutation);
  const errorId = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(isGuest ? guestSchema : customerSchema),
    defaultValues: { email: user?.email ?? enteredEmail ?? '' },
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
          <Input
            {...register('email', {
              onChange: ({ target }: { target: HTMLInputElement }) => onEmailEntered(target.value),
            })}
            type="email"
            autoComplete="email"
            readOnly={isBusy}
          />
        </Field>
      )}
      {!isReady && <Skeleton className="h-48 rounded-control" />}
      <PaymentElement
        options={{ ...PAYMENT_ELEMENT_OPTIONS, readOnly: isBusy }}
        onReady={() => {
          setReady(true);
          onReady();
        }}
        onLoadError={onLoadError}
      />
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
export function StripeElementsForm({ stripe, ...props }: PaymentFormProps & FormLoading & { stripe: Stripe }) {
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
