import { parseCents } from '@shop/contracts-common';
import {
  type CheckoutShipping,
  computeOrderTotals,
  type ConfirmedCheckout,
  type DisplayedCart,
  orderChangedMessage,
} from '@shop/contracts-order';
import { confirmShipping } from '@shop/contracts-order/routes';
import {
  api,
  type ApiError,
  CookieNotice,
  getErrorMessage,
  isConflict,
  isImpossible,
  refreshCart,
  toast,
  usePageTitle,
  useSingleFlight,
} from '@shop/web-kit';
import { Button, EmptyState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { Landmark, ShoppingBag } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasMissingChoice } from '../cart/line-choices.js';
import { CartView } from '../cart/cart-view.js';
import { HolidayNotice } from '../holiday-notice.js';
import { orderCompletePath, orderPath } from '../paths.js';
import { CheckoutSummary, OrderSummary } from './checkout-summary.js';
import { MissingChoices } from './missing-choices.js';
import { PAYMENT_MUTATION_KEY } from './payment-form.js';
import { PaymentSection } from './payment-section.js';
import { saveAddressDraft, ShippingForm } from './shipping-form.js';

/** Creates the order of this cart, or updates it if there is one. */
const sendAddress = (address: CheckoutShipping): Promise<ConfirmedCheckout> =>
  api.call(confirmShipping, { body: address });

interface DisplayedCheckout {
  /** The confirmed address. */
  address: CheckoutShipping;
  checkout: ConfirmedCheckout;
  /** How the order differs from what this page displayed before the refresh. */
  changeNotice: string | null;
  /** Why the last payment attempt failed, if the refresh brought no change. */
  paymentError: string | null;
}

/** The cart differs from the displayed one: changed price, unavailable line, missing size, emptied elsewhere. */
const isCartRefused = (error: unknown): error is ApiError => isConflict(error) || isImpossible(error);

interface Handlers {
  onRefreshed: (displayed: DisplayedCheckout) => void;
  onCartRefused: (error: ApiError) => void;
}

const ANOTHER_ORDER =
  'The order that you saw has been cancelled, and this is a new one. Please look at it again before you pay.';

/** Null if the order is the displayed one. */
function describeChange({ orderNumber, revision, order }: ConfirmedCheckout, before: ConfirmedCheckout): string | null {
  if (orderNumber !== before.orderNumber) return ANOTHER_ORDER;
  return revision === before.revision || order === null ? null : orderChangedMessage(order.total);
}

/** Loads the checkout again when the order may differ from the displayed one. */
function useCheckoutRefresh({ onRefreshed, onCartRefused }: Handlers) {
  const refreshMutation = useMutation({ mutationFn: ({ address }: DisplayedCheckout) => sendAddress(address) });
  const showPaymentError = (displayed: DisplayedCheckout, paymentError: string): void => {
    onRefreshed({ ...displayed, changeNotice: null, paymentError });
    toast({ title: 'Payment Failed', description: paymentError, variant: 'destructive' });
  };

  return {
    isRefreshing: refreshMutation.isPending,
    /** `paymentError` is shown if the order turns out to be unchanged. */
    refresh: (before: DisplayedCheckout, paymentError: string): void =>
      refreshMutation.mutate(before, {
        onSuccess: (checkout) => {
          const changeNotice = describeChange(checkout, before.checkout);
          if (changeNotice === null) showPaymentError({ ...before, checkout }, paymentError);
          else onRefreshed({ ...before, checkout, changeNotice, paymentError: null });
        },
        onError: (error) => {
          if (isCartRefused(error)) onCartRefused(error);
          else showPaymentError(before, getErrorMessage(error));
        },
      }),
    /** Ignores the response of a refresh that is running. */
    cancelRefresh: () => refreshMutation.reset(),
  };
}

const ORDER_CANCELLED = 'This order was cancelled. To order what is in your cart, continue to payment again.';

/**
 * The two steps of the checkout. Confirming the address creates the order, or updates the order of this cart. From then
 * on the page displays that order, even if the cart changes, and refreshes it if it is outdated at payment.
 */
function useCheckoutSteps() {
  const queryClient = useQueryClient();
  const [displayed, setDisplayed] = useState<DisplayedCheckout | null>(null);
  const [shippingError, setShippingError] = useState<Error | null>(null);

  /** The toast has the specification's text; the form shows the reason. */
  const handleShippingError = (error: Error): void => {
    setDisplayed(null);
    setShippingError(error);
    toast({ title: 'Error', description: 'Could not process shipping information', variant: 'destructive' });
    if (isCartRefused(error)) void refreshCart(queryClient);
  };
  const shippingMutation = useMutation({
    mutationFn: (address: CheckoutShipping) => {
      saveAddressDraft(address);
      return sendAddress(address);
    },
    onMutate: () => setShippingError(null),
    onSuccess: (checkout, address) => {
      setDisplayed({ checkout, address, changeNotice: null, paymentError: null });
      toast({ title: 'Shipping confirmed', description: 'Proceed to payment' });
    },
    onError: handleShippingError,
  });
  const { refresh, cancelRefresh, isRefreshing } = useCheckoutRefresh({
    onRefreshed: setDisplayed,
    onCartRefused: handleShippingError,
  });

  return {
    displayed,
    shippingError,
    isPending: shippingMutation.isPending,
    isRefreshing,
    confirmAddress: useSingleFlight(shippingMutation),
    editAddress: () => setDisplayed(null),
    refreshCheckout: (paymentError: string) => displayed && refresh(displayed, paymentError),
    /** The shop cancelled the order, or it was unpaid for a day. A new order is created only on request. */
    handleOrderCancelled: () => {
      cancelRefresh();
      setDisplayed(null);
      setShippingError(new Error(ORDER_CANCELLED));
      void refreshCart(queryClient);
    },
  };
}

const COLUMNS = 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]';

function CheckoutSkeleton() {
  return (
    <div role="status" aria-label="Loading your cart" className={COLUMNS}>
      <Skeleton className="h-128 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </div>
  );
}

/**
 * The client secret begins with the intent's id. A guest without an email does not get the secret; then the order page
 * is the target.
 */
function getPaidPath({ clientSecret, order }: ConfirmedCheckout): string {
  const intentId = clientSecret.split('_secret_')[0];
  if (intentId) return orderCompletePath({ intentId, clientSecret, status: 'succeeded' });
  return order ? orderPath(order.id) : '/orders';
}

/** The total beside the payment form: of the order, or of the cart if the server does not send the order. */
const getAmountCents = ({ order }: ConfirmedCheckout, cart: DisplayedCart): number =>
  order ? parseCents(order.total) : computeOrderTotals(parseCents(cart.subtotal)).totalCents;

/** Navigates only once, because the stream may report the payment again before the next page is loaded. */
function useNavigateOnce(): (address: string) => void {
  const navigate = useNavigate();
  const hasNavigated = useRef(false);
  return (address) => {
    if (hasNavigated.current) return;
    hasNavigated.current = true;
    void navigate(address);
  };
}

const NothingAvailable = () => (
  <EmptyState
    icon={ShoppingBag}
    title="Nothing in your cart is available"
    text="What is in your cart is no longer sold. Please choose something else."
    action={
      <Button asChild size="lg">
        <Link to="/cart">Back to Cart</Link>
      </Button>
    }
  />
);

/** A line whose choice is no longer sold can be ordered with another one. */
const isOrderable = ({ items }: DisplayedCart): boolean =>
  items.some((item) => item.available || hasMissingChoice(item));

function CheckoutSteps({ cart }: { cart: DisplayedCart }) {
  const navigateOnce = useNavigateOnce();
  const queryClient = useQueryClient();
  const [incompleteAttempts, setIncompleteAttempts] = useState(0);
  const isPaying = useIsMutating({ mutationKey: PAYMENT_MUTATION_KEY }) > 0;
  const {
    displayed,
    shippingError,
    isPending,
    isRefreshing,
    confirmAddress,
    editAddress,
    refreshCheckout,
    handleOrderCancelled,
  } = useCheckoutSteps();
  // A confirmed order can be paid even if the cart changes.
  if (!displayed && !isOrderable(cart)) return <NothingAvailable />;

  return (
    <div className={COLUMNS}>
      <div className="flex flex-col gap-6">
        {!displayed && <MissingChoices cart={cart} attempts={incompleteAttempts} />}
        <ShippingForm
          lockedAddress={displayed && displayed.address}
          doubts={displayed?.checkout.addressDoubts ?? []}
          isPending={isPending}
          isPaying={isPaying || isRefreshing}
          error={shippingError}
          onConfirm={(address) => {
            if (cart.items.some(hasMissingChoice)) setIncompleteAttempts(incompleteAttempts + 1);
            else confirmAddress(address);
          }}
          onChangeRequested={editAddress}
        />
        {displayed?.checkout.customsNotice && (
          <p className="flex gap-3 rounded-control bg-butter px-4 py-3 text-tint-foreground">
            <Landmark aria-hidden className="mt-0.5 size-5 shrink-0" />
            {displayed.checkout.customsNotice}
          </p>
        )}
        {displayed && (
          <PaymentSection
            key={displayed.checkout.orderNumber}
            checkout={displayed.checkout}
            amountCents={getAmountCents(displayed.checkout, cart)}
            changeNotice={displayed.changeNotice}
            isRefreshing={isRefreshing}
            paymentError={displayed.paymentError}
            onPaid={(payment) => navigateOnce(orderCompletePath(payment))}
            onPaidElsewhere={() => {
              navigateOnce(getPaidPath(displayed.checkout));
              void refreshCart(queryClient);
            }}
            onCancelled={handleOrderCancelled}
            onOutdated={refreshCheckout}
          />
        )}
      </div>
      {displayed?.checkout.order ? (
        <OrderSummary order={displayed.checkout.order} cart={cart} />
      ) : (
        <CheckoutSummary cart={cart} />
      )}
    </div>
  );
}

export default function CheckoutPage() {
  usePageTitle('Checkout');
  return (
    <PageColumn>
      <PageHeading>Checkout</PageHeading>
      <CookieNotice className="mb-6" />
      <HolidayNotice />
      <CartView skeleton={<CheckoutSkeleton />}>{(cart) => <CheckoutSteps cart={cart} />}</CartView>
    </PageColumn>
  );
}
