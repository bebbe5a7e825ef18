import type { ShippingAddress } from '@shop/contracts/order';
import { ApiError, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshCart } from '../purchase/refresh-cart.js';
import { confirmShipping } from './api/confirm-shipping.js';
import { keepAddress } from './shipping-draft.js';

const CONFLICT = 409;

/** Confirms the address: makes the order, or updates the one this cart already has (D23). */
export function useShipping() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: ShippingAddress) => {
      keepAddress(address);
      return confirmShipping(address);
    },
    onSuccess: () => toast({ title: 'Shipping confirmed', description: 'Proceed to payment' }),
    onError: (error) => {
      // The cart is not what this page shows (a changed price, a line no longer sold, emptied elsewhere): say so, and show it.
      const conflict = error instanceof ApiError && error.status === CONFLICT;
      toast({ title: 'Error', description: conflict ? error.sentence : 'Could not process shipping information', variant: 'destructive' });
      if (conflict) refreshCart(queryClient);
    },
  });
}
