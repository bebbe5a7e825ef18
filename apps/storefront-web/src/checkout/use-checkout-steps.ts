import type { ShippingAddress } from '@shop/contracts/order';
import { refreshCart, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmShipping } from './api/confirm-shipping.js';
import { saveAddressDraft } from './shipping-draft.js';
import { isConflict, useCheckoutRefresh, type DisplayedCheckout } from './use-checkout-refresh.js';

const ORDER_CANCELLED = 'This order was cancelled. To order what is in your cart, continue to payment again.';

/**
 * The two steps of the checkout. Confirming the address creates the order, or updates the order of this cart. From then
 * on the page displays that order, even if the cart changes, and refreshes it if it is outdated at payment.
 */
export function useCheckoutSteps() {
  const queryClient = useQueryClient();
  const [displayed, setDisplayed] = useState<DisplayedCheckout | null>(null);

  const returnToAddress = (description: string): void => {
    setDisplayed(null);
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  const handleShippingError = (error: Error): void => {
    // A conflict means that the cart differs from the displayed one (changed price, unavailable line, emptied
    // elsewhere).
    const conflict = isConflict(error);
    returnToAddress(conflict ? error.userMessage : 'Could not process shipping information');
    if (conflict) void refreshCart(queryClient);
  };
  const shippingMutation = useMutation({
    mutationFn: (address: ShippingAddress) => {
      saveAddressDraft(address);
      return confirmShipping(address);
    },
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
    isPending: shippingMutation.isPending,
    isRefreshing,
    confirmAddress: useSingleFlight(shippingMutation),
    editAddress: () => setDisplayed(null),
    refreshCheckout: (paymentError: string) => displayed && refresh(displayed, paymentError),
    /** The shop cancelled the order, or it was unpaid for a day. A new order is created only on request. */
    handleOrderCancelled: () => {
      cancelRefresh();
      returnToAddress(ORDER_CANCELLED);
      void refreshCart(queryClient);
    },
  };
}
