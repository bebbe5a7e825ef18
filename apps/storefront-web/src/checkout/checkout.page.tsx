import { parseCents } from '@shop/contracts/common';
import { computeOrderTotals, type ConfirmedCheckout, type DisplayedCart } from '@shop/contracts/order';
import { CookieNotice, refreshCart, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { orderCompletePath, orderPath } from '../paths.js';
import { CartView } from '../cart/cart-view.js';
import { CheckoutSummary, OrderSummary } from './checkout-summary.js';
import { PaymentSection } from './payment-section.js';
import { ShippingForm } from './shipping-form.js';
import { PAYMENT_MUTATION_KEY } from './payment-form.js';
import { useCheckoutSteps } from './use-checkout-steps.js';

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

function CheckoutSteps({ cart }: { cart: DisplayedCart }) {
  const navigateOnce = useNavigateOnce();
  const queryClient = useQueryClient();
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

  return (
    <div className={COLUMNS}>
      <div className="flex flex-col gap-6">
        <ShippingForm
          isLocked={displayed !== null}
          isPending={isPending}
          isPaying={isPaying || isRefreshing}
          error={shippingError}
          onConfirm={confirmAddress}
          onChangeRequested={editAddress}
        />
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
      <CartView skeleton={<CheckoutSkeleton />}>{(cart) => <CheckoutSteps cart={cart} />}</CartView>
    </PageColumn>
  );
}
