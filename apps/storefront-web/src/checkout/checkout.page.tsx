import type { Cart, Checkout } from '@shop/contracts/order';
import { usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { orderCompletePath, orderPath } from '../paths.js';
import { CartView } from '../purchase/cart-view.js';
import { refreshCart } from '../purchase/refresh-cart.js';
import { CheckoutSummary } from './components/checkout-summary.js';
import { OrderSummary } from './components/order-summary.js';
import { PaymentSection } from './components/payment-section.js';
import { ShippingForm } from './components/shipping-form.js';
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

/** The secret begins with the intent's id; where it is withheld (D44), the order's own page knows as much. */
function paidPath({ clientSecret, order }: Checkout): string {
  const intentId = clientSecret.split('_secret_')[0];
  return intentId ? orderCompletePath({ intentId, clientSecret, status: 'succeeded' }) : orderPath(order.id);
}

/** Once: until the next page is there, the stream goes on telling. */
function useNavigateOnce(): (address: string) => void {
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  return (address) => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    void navigate(address);
  };
}

function CheckoutSteps({ cart }: { cart: Cart }) {
  const leave = useNavigateOnce();
  const queryClient = useQueryClient();
  const isPaying = useIsMutating({ mutationKey: PAYMENT_MUTATION_KEY }) > 0;
  const { shown, isPending, isRefreshing, confirm, change, renew, end } = useCheckoutSteps();

  return (
    <div className={COLUMNS}>
      <div className="flex flex-col gap-6">
        <ShippingForm
          isLocked={shown !== null}
          isPending={isPending}
          isPaying={isPaying || isRefreshing}
          onConfirm={confirm}
          onChangeRequested={change}
        />
        {shown && (
          <PaymentSection
            key={shown.checkout.orderNumber}
            checkout={shown.checkout}
            change={shown.change}
            isRefreshing={isRefreshing}
            refusal={shown.refusal}
            onPaid={(payment) => leave(orderCompletePath(payment))}
            onPaidElsewhere={() => {
              leave(paidPath(shown.checkout));
              refreshCart(queryClient);
            }}
            onCancelled={end}
            onOutdated={renew}
          />
        )}
      </div>
      {shown ? <OrderSummary order={shown.checkout.order} cart={cart} /> : <CheckoutSummary cart={cart} />}
    </div>
  );
}

export default function CheckoutPage() {
  usePageTitle('Checkout');
  return (
    <PageColumn>
      <PageHeading>Checkout</PageHeading>
      <CartView skeleton={<CheckoutSkeleton />}>{(cart) => <CheckoutSteps cart={cart} />}</CartView>
    </PageColumn>
  );
}
