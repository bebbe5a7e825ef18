import type { Checkout, ShippingAddress } from '@shop/contracts/order';
import { ApiError, sentenceOf, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCart } from '../purchase/refresh-cart.js';
import { confirmShipping } from './api/confirm-shipping.js';
import { keepAddress } from './shipping-draft.js';

const CONFLICT = 409;
/** As the shop says it to whoever would pay. */
const ORDER_OVER = 'This order can no longer be changed.';

interface Shown {
  checkout: Checkout;
  /** It is not what this page showed a moment ago. */
  isChanged: boolean;
}

const paymentFailed = (description: string): void => void toast({ title: 'Payment Failed', description, variant: 'destructive' });

/**
 * The two steps of the checkout. Confirming the address makes the order, or updates the one this cart already has (D23); from then on the
 * page shows that order, whatever becomes of the cart. What is outdated when it is about to be paid is asked for anew, and shown.
 */
export function useCheckoutSteps() {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);

  const backToAddress = (description: string): void => {
    setShown(null);
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  const refused = (error: Error): void => {
    // The cart is not what this page shows (a changed price, a line no longer sold, emptied elsewhere): say so, and show it.
    const conflict = error instanceof ApiError && error.status === CONFLICT;
    backToAddress(conflict ? error.sentence : 'Could not process shipping information');
    if (conflict) refreshCart(queryClient);
  };
  const shipping = useMutation({
    mutationFn: (address: ShippingAddress) => {
      keepAddress(address);
      return confirmShipping(address);
    },
    onSuccess: (checkout) => {
      setShown({ checkout, isChanged: false });
      toast({ title: 'Shipping confirmed', description: 'Proceed to payment' });
    },
    onError: refused,
  });
  const renewal = useMutation({
    mutationFn: ({ checkout }: { checkout: Checkout; sentence: string }) => confirmShipping(checkout.order.shippingAddress),
    onSuccess: (checkout, before) => {
      const isChanged = checkout.revision !== before.checkout.revision;
      setShown({ checkout, isChanged });
      if (!isChanged) paymentFailed(before.sentence);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === CONFLICT) refused(error);
      else paymentFailed(sentenceOf(error));
    },
  });

  return {
    shown,
    isPending: shipping.isPending,
    isRenewing: renewal.isPending,
    confirm: useSingleFlight(shipping),
    change: () => setShown(null),
    /** The sentence is told where the order turns out to be what is shown. */
    renew: (sentence: string) => shown && renewal.mutate({ checkout: shown.checkout, sentence }),
    /** It was cancelled, by the shop or where nobody paid for a day: another one is made only when it is asked for. */
    end: () => {
      backToAddress(ORDER_OVER);
      refreshCart(queryClient);
    },
  };
}
