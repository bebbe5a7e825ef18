import type { Cart } from '@shop/contracts/order';
import { usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useNavigate } from 'react-router-dom';
import { orderCompletePath } from '../paths.js';
import { CartView } from '../purchase/cart-view.js';
import { CheckoutSummary } from './components/checkout-summary.js';
import { OrderSummary } from './components/order-summary.js';
import { PaymentSection } from './components/payment-section.js';
import { ShippingForm } from './components/shipping-form.js';
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

function CheckoutSteps({ cart }: { cart: Cart }) {
  const navigate = useNavigate();
  const { shown, isPending, isRenewing, confirm, change, renew } = useCheckoutSteps();

  return (
    <div className={COLUMNS}>
      <div className="flex flex-col gap-6">
        <ShippingForm isLocked={shown !== null} isPending={isPending} onConfirm={confirm} onChangeRequested={change} />
        {shown && (
          <PaymentSection
            key={shown.checkout.orderNumber}
            checkout={shown.checkout}
            isChanged={shown.isChanged}
            isRenewing={isRenewing}
            onPaid={(payment) => void navigate(orderCompletePath(payment))}
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
