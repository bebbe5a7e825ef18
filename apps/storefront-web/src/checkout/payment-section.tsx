import type { DisplayedCustomerOrder } from '@shop/contracts-order';
import { loadChunk, QueryContent } from '@shop/web-kit';
import { Button, Card, Skeleton } from '@shop/web-ui';
import type { Stripe } from '@stripe/stripe-js';
import { queryOptions, useIsMutating, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Promises } from '../delivery/promises.js';
import { checkoutConfigQuery, subscribeToOrder } from '../orders/order.queries.js';
import { PAYMENT_MUTATION_KEY, type PaymentFormProps } from './payment-form.js';

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
 * Says before payment that the order differs from what this page displayed. It takes the focus, so that the customer
 * does not miss it.
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

interface FormConfig {
  publishableKey: string;
  /** Defines `window.Stripe`. Null: Stripe's own script, which must come from Stripe's servers. */
  scriptUrl: string | null;
}

/** A form that is still missing then is most likely blocked: by an extension, a company's network or a proxy. */
const APPEARS_WITHIN_MS = 15_000;

/** A script that neither arrives nor fails would be waited for without end, also by the next attempt. */
async function loadInTime(load: () => Promise<Stripe | null>): Promise<Stripe | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
      resolve(null);
    }, APPEARS_WITHIN_MS);
  });
  return Promise.race([load(), late]).finally(() => clearTimeout(timer));
}

const createNotLoadedError = (scriptUrl: string | null): Error =>
  new Error(
    `The payment form could not be loaded. Please check your connection, and that nothing blocks ${scriptUrl ?? 'js.stripe.com'}.`,
  );

/** The script is no file of this build, so webpack must not look for it. */
const importScript = (url: string): Promise<unknown> => import(/* webpackIgnore: true */ url);

/** Loads Stripe's script and the form around it, only when a customer is about to pay. */
const stripeQuery = ({ publishableKey, scriptUrl }: FormConfig) =>
  queryOptions({
    queryKey: ['checkout', 'stripe', publishableKey, scriptUrl],
    queryFn: async () => {
      const [{ loadStripe }, { StripeElementsForm }] = await Promise.all([
        loadChunk(() => import('@stripe/stripe-js/pure')),
        loadChunk(() => import('./stripe-elements-form.js')),
      ]);
      try {
        const stripe = await loadInTime(async () => {
          if (scriptUrl !== null) await importScript(scriptUrl);
          return loadStripe(publishableKey);
        });
        if (stripe) return { stripe, StripeElementsForm };
      } catch {
        // Answered below: why a script can't be loaded is known to the browser only.
      }
      throw createNotLoadedError(scriptUrl);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The result holds a class instance and a component, which must not be compared or copied.
    structuralSharing: false,
  });

/** Stripe's form; its code is loaded when it is rendered. */
function StripePaymentForm({ config, ...form }: PaymentFormProps & { config: FormConfig }) {
  const stripe = useQuery(stripeQuery(config));
  const [isReady, setReady] = useState(false);
  const [isOverdue, setOverdue] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [email, setEmail] = useState<string | null>(null);
  const isWaiting = !isReady && !stripe.isError;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOverdue(true), APPEARS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, attempt]);

  /** Another instance of Stripe opens its frames again. */
  const tryAgain = async (): Promise<void> => {
    setOverdue(false);
    await stripe.refetch();
    setAttempt((before) => before + 1);
  };

  return (
    <>
      {isOverdue && !isReady && stripe.isSuccess && (
        <div role="alert" className="mb-5 flex flex-col items-start gap-3 rounded-control border-2 border-border p-4">
          <p className="font-semibold">{createNotLoadedError(config.scriptUrl).message}</p>
          <Button variant="outline" onClick={() => void tryAgain()}>
            Try again
          </Button>
        </div>
      )}
      <QueryContent query={stripe} skeleton={<Skeleton className="h-48 rounded-control" />}>
        {({ stripe, StripeElementsForm }) => (
          <StripeElementsForm
            key={attempt}
            stripe={stripe}
            {...form}
            enteredEmail={email}
            onEmailEntered={setEmail}
            onReady={() => setReady(true)}
            onLoadError={() => setOverdue(true)}
          />
        )}
      </QueryContent>
    </>
  );
}

/** The sandbox speaks as Stripe does. */
const PROVIDERS: ReadonlySet<string> = new Set(['stripe', 'sandbox']);

/** The shop has been deployed with another provider since this page was loaded. */
const UnknownProvider = ({ name }: { name: string }) => (
  <p role="alert" className="font-semibold">
    This page does not know how to pay by {name}. Please reload it.
  </p>
);

interface Props extends PaymentFormProps, OrderUpdateHandlers {
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
        {({ provider, publishableKey, scriptUrl = null }) =>
          PROVIDERS.has(provider) && publishableKey !== undefined ? (
            <StripePaymentForm {...props} config={{ publishableKey, scriptUrl }} />
          ) : (
            <UnknownProvider name={provider} />
          )
        }
      </QueryContent>
      <Promises className="mt-5" />
    </Card>
  );
}
