import type { Checkout } from '@shop/contracts/order';
import { ApiError, sentenceOf, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { confirmShipping } from './api/confirm-shipping.js';

const CONFLICT = 409;

export const isConflict = (error: Error): error is ApiError => error instanceof ApiError && error.status === CONFLICT;

export interface ShownCheckout {
  checkout: Checkout;
  /** It is not what this page showed a moment ago. */
  isChanged: boolean;
  /** Why it was asked for anew, where it is what it was. */
  refusal: string | null;
}

interface Outcomes {
  onShown: (shown: ShownCheckout) => void;
  /** The cart can't be ordered as it is. */
  onConflict: (error: ApiError) => void;
}

/** Asks for the order anew when it may not be what the page shows. */
export function useRenewal({ onShown, onConflict }: Outcomes) {
  const renewal = useMutation({ mutationFn: ({ order }: Checkout) => confirmShipping(order.shippingAddress) });
  const fail = (checkout: Checkout, refusal: string): void => {
    onShown({ checkout, isChanged: false, refusal });
    toast({ title: 'Payment Failed', description: refusal, variant: 'destructive' });
  };

  return {
    isRenewing: renewal.isPending,
    /** The sentence is told where the order turns out to be what is shown. */
    renew: (before: Checkout, sentence: string): void =>
      renewal.mutate(before, {
        onSuccess: (checkout) => {
          if (checkout.revision === before.revision) fail(checkout, sentence);
          else onShown({ checkout, isChanged: true, refusal: null });
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
