import { orderChangedSentence, type Checkout } from '@shop/contracts/order';
import { ApiError, sentenceOf, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { confirmShipping } from './api/confirm-shipping.js';

const CONFLICT = 409;

export const isConflict = (error: Error): error is ApiError => error instanceof ApiError && error.status === CONFLICT;

export interface DisplayedCheckout {
  checkout: Checkout;
  /** What is new of it, against what this page showed a moment ago. */
  change: string | null;
  /** Why it was asked for anew, where it is what it was. */
  refusal: string | null;
}

interface Outcomes {
  onRefreshed: (shown: DisplayedCheckout) => void;
  /** The cart can't be ordered as it is. */
  onConflict: (error: ApiError) => void;
}

const ANOTHER_ORDER =
  'The order that you saw was cancelled meanwhile, and this is a new one. Please look at it again before you pay.';

/** Null where it is what the page showed. */
function describeChange({ orderNumber, revision, order }: Checkout, before: Checkout): string | null {
  if (orderNumber !== before.orderNumber) return ANOTHER_ORDER;
  return revision === before.revision ? null : orderChangedSentence(order.total);
}

/** Asks for the order anew when it may not be what the page shows. */
export function useCheckoutRefresh({ onRefreshed, onConflict }: Outcomes) {
  const renewal = useMutation({ mutationFn: ({ order }: Checkout) => confirmShipping(order.shippingAddress) });
  const fail = (checkout: Checkout, refusal: string): void => {
    onRefreshed({ checkout, change: null, refusal });
    toast({ title: 'Payment Failed', description: refusal, variant: 'destructive' });
  };

  return {
    isRefreshing: renewal.isPending,
    /** The sentence is told where the order turns out to be what is shown. */
    renew: (before: Checkout, sentence: string): void =>
      renewal.mutate(before, {
        onSuccess: (checkout) => {
          const change = describeChange(checkout, before);
          if (change === null) fail(checkout, sentence);
          else onRefreshed({ checkout, change, refusal: null });
        },
        onError: (error) => {
          if (isConflict(error)) onConflict(error);
          else fail(before, sentenceOf(error));
        },
      }),
    /** Whatever it answers is of no interest any more. */
    callOff: () => renewal.reset(),
  };
}
