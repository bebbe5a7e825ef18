import type { ShippingAddress } from '@shop/contracts/order';
import { toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCart } from '../purchase/refresh-cart.js';
import { confirmShipping } from './api/confirm-shipping.js';
import { saveAddressDraft } from './shipping-draft.js';
import { isConflict, useCheckoutRefresh, type DisplayedCheckout } from './use-checkout-refresh.js';

const ORDER_CANCELLED = 'This order was cancelled. To order what is in your cart, continue to payment again.';

/**
 * The two steps of the checkout. Confirming the address makes the order, or updates the one this cart already has (D23); from then on the
 * page shows that order, whatever becomes of the cart. What is outdated when it is about to be paid is asked for anew, and shown.
 */
export function useCheckoutSteps() {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<DisplayedCheckout | null>(null);

  const backToAddress = (description: string): void => {
    setShown(null);
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  const refused = (error: Error): void => {
    // The cart is not what this page shows (a changed price, a line no longer sold, emptied elsewhere): say so, and show it.
    const conflict = isConflict(error);
    backToAddress(conflict ? error.sentence : 'Could not process shipping information');
    if (conflict) refreshCart(queryClient);
  };
  const shipping = useMutation({
    mutationFn: (address: ShippingAddress) => {
      saveAddressDraft(address);
      return confirmShipping(address);
    },
    onSuccess: (checkout) => {
      setShown({ checkout, change: null, refusal: null });
      toast({ title: 'Shipping confirmed', description: 'Proceed to payment' });
    },
    onError: refused,
  });
  const { renew, callOff, isRefreshing } = useCheckoutRefresh({ onRefreshed: setShown, onConflict: refused });

  return {
    shown,
    isPending: shipping.isPending,
    isRefreshing,
    confirm: useSingleFlight(shipping),
    change: () => setShown(null),
    renew: (sentence: string) => shown && renew(shown.checkout, sentence),
    /** It was cancelled, by the shop or where nobody paid for a day: another one is made only when it is asked for. */
    end: () => {
      callOff();
      backToAddress(ORDER_CANCELLED);
      refreshCart(queryClient);
    },
  };
}
