import type { ShippingAddress } from '@shop/contracts/order';
import { refreshCart, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveAddressDraft } from './shipping-draft.js';
import { isConflict, sendAddress, useCheckoutRefresh, type DisplayedCheckout } from './use-checkout-refresh.js';

const ORDER_CANCELLED = 'This order was cancelled. To order what is in your cart, continue to payment again.';

/**
 * The two steps of the checkout. Confirming the address creates the order, or updates the order of this cart. From then
 * on the page displays that order, even if the cart changes, and refreshes it if it is outdated at payment.
 */
export function useCheckoutSteps() {
  const queryClient = useQueryClient();
  const [displayed, setDisplayed] = useState<DisplayedCheckout | null>(null);
  const [shippingError, setShippingError] = useState<Error | null>(null);

  /** The toast has the specification's text; the form shows the reason. */
  const handleShippingError = (error: Error): void => {
    setDisplayed(null);
    setShippingError(error);
    toast({ title: 'Error', description: 'Could not process shipping information', variant: 'destructive' });
    // The cart differs from the displayed one (changed price, unavailable line, emptied elsewhere).
    if (isConflict(error)) void refreshCart(queryClient);
  };
  const shippingMutation = useMutation({
    mutationFn: (address: ShippingAddress) => {
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
    onConflict: handleShippingError,
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
