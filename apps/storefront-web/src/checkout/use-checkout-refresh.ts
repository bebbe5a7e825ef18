import { orderChangedMessage, type ConfirmedCheckout, type ShippingAddress } from '@shop/contracts/order';
import { confirmShipping } from '@shop/contracts/routes';
import { ACCEPT_FIELD_ERRORS, api, ApiError, getErrorMessage, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';

const CONFLICT = 409;

export const isConflict = (error: Error): error is ApiError => error instanceof ApiError && error.status === CONFLICT;

/** Creates the order of this cart, or updates it if there is one. */
export const sendAddress = (address: ShippingAddress): Promise<ConfirmedCheckout> =>
  api.call(confirmShipping, { body: address, headers: ACCEPT_FIELD_ERRORS });

export interface DisplayedCheckout {
  /** The confirmed address. */
  address: ShippingAddress;
  checkout: ConfirmedCheckout;
  /** How the order differs from what this page displayed before the refresh. */
  changeNotice: string | null;
  /** Why the last payment attempt failed, if the refresh brought no change. */
  paymentError: string | null;
}

interface Handlers {
  onRefreshed: (displayed: DisplayedCheckout) => void;
  /** The cart cannot be ordered as it is. */
  onConflict: (error: ApiError) => void;
}

const ANOTHER_ORDER =
  'The order that you saw was cancelled meanwhile, and this is a new one. Please look at it again before you pay.';

/** Null if the order is the displayed one. */
function describeChange({ orderNumber, revision, order }: ConfirmedCheckout, before: ConfirmedCheckout): string | null {
  if (orderNumber !== before.orderNumber) return ANOTHER_ORDER;
  return revision === before.revision || order === null ? null : orderChangedMessage(order.total);
}

/** Loads the checkout again when the order may differ from the displayed one. */
export function useCheckoutRefresh({ onRefreshed, onConflict }: Handlers) {
  const refreshMutation = useMutation({ mutationFn: ({ address }: DisplayedCheckout) => sendAddress(address) });
  const showPaymentError = (displayed: DisplayedCheckout, paymentError: string): void => {
    onRefreshed({ ...displayed, changeNotice: null, paymentError });
    toast({ title: 'Payment Failed', description: paymentError, variant: 'destructive' });
  };

  return {
    isRefreshing: refreshMutation.isPending,
    /** `paymentError` is shown if the order turns out to be unchanged. */
    refresh: (before: DisplayedCheckout, paymentError: string): void =>
      refreshMutation.mutate(before, {
        onSuccess: (checkout) => {
          const changeNotice = describeChange(checkout, before.checkout);
          if (changeNotice === null) showPaymentError({ ...before, checkout }, paymentError);
          else onRefreshed({ ...before, checkout, changeNotice, paymentError: null });
        },
        onError: (error) => {
          if (isConflict(error)) onConflict(error);
          else showPaymentError(before, getErrorMessage(error));
        },
      }),
    /** Ignores the response of a refresh that is running. */
    cancelRefresh: () => refreshMutation.reset(),
  };
}
