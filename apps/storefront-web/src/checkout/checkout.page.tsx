import type { Cart } from '@shop/contracts/order';
import { usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useNavigate } from 'react-router-dom';
import { orderCompletePath } from '../paths.js';
import { CartView } from '../purchase/cart-view.js';
import { useSingleFlight } from '../use-single-flight.js';
import { CheckoutSummary } from './components/checkout-summary.js';
import { PaymentSection } from './components/payment-section.js';
import { ShippingForm } from './components/shipping-form.js';
import { useShipping } from './use-shipping.js';

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
  const shipping = useShipping();
  const confirm = useSingleFlight(shipping);
  const clientSecret = shipping.data?.clientSecret;

  return (
    <div className={COLUMNS}>
      <div className="flex flex-col gap-6">
        <ShippingForm isLocked={clientSecret !== undefined} isPending={shipping.isPending} onConfirm={confirm} onChangeRequested={shipping.reset} />
        {clientSecret !== undefined && (
          <PaymentSection
            key={clientSecret}
            clientSecret={clientSecret}
            onPaid={({ intentId, status }) => void navigate(orderCompletePath({ intentId, clientSecret, status }))}
          />
        )}
      </div>
      <CheckoutSummary cart={cart} />
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
