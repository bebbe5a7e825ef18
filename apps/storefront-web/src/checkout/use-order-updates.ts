import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { subscribeToOrder } from '../placed-order/order.queries.js';
import { PAYMENT_MUTATION_KEY } from './payment-form.js';

export interface OrderUpdateHandlers {
  onPaidElsewhere: () => void;
  onCancelled: () => void;
}

/**
 * Reports when another tab pays the displayed order or the shop cancels it. The stream is closed while this tab
 * pays: then the response of the payment call decides, which may be a redirect. Null: the order's id is not known.
 */
export function useOrderUpdates(orderId: string | null, { onPaidElsewhere, onCancelled }: OrderUpdateHandlers): void {
  const isPaying = useIsMutating({ mutationKey: PAYMENT_MUTATION_KEY }) > 0;
  const handleOrder = useEffectEvent(({ order: { status, paymentStatus } }: DisplayedCustomerOrder): void => {
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') onPaidElsewhere();
    else if (status === 'cancelled') onCancelled();
  });

  useEffect(() => {
    if (isPaying || orderId === null) return;
    return subscribeToOrder({ orderId, key: null }, { onOrder: (customerOrder) => handleOrder(customerOrder) });
  }, [orderId, isPaying]);
}
