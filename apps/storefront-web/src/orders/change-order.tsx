import {
  describeRefunds,
  type DisplayedCustomerOrder,
  formatCountry,
  formatInCurrency,
  type ShippingAddress,
  toAddressBody,
} from '@shop/contracts-order';
import { cancelOrder, changeOrderAddress } from '@shop/contracts-order/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { Button, Spinner } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useEffect } from 'react';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { addressDraftSchema, AddressFields, toFormValues, useAddressForm, useFieldErrors } from './address-form.js';
import { getMoneyBack } from './order-state.js';
import {
  ChangeDialog,
  getOrderHeading,
  getTooLateMessage,
  type OrderChangeProps,
  useOrderChange,
} from './order-change.js';
import { toOrderCall } from './order.queries.js';

const FORM_ID = 'order-address';

export function ChangeAddress({ access, customerOrder, onClose }: OrderChangeProps) {
  const draftName = `order-address:${access.orderId}`;
  const discardAndClose = (): void => {
    removeDraft(draftName);
    onClose();
  };
  const { submitChange, isPending, error } = useOrderChange<ShippingAddress>({
    access,
    send: (body) => api.call(changeOrderAddress, { ...toOrderCall(access), body }),
    successToast: { title: 'Address changed', description: 'Your order goes to the new address.' },
    onDone: discardAndClose,
  });
  const { shippingAddress } = customerOrder.order;
  const { register, handleSubmit, getValues, reset, setError, formState } = useAddressForm(
    toFormValues({ ...shippingAddress, country: formatCountry(shippingAddress.country) }),
  );
  const message = useFieldErrors(error, setError);

  useEffect(() => {
    const draft = readDraft(draftName, addressDraftSchema);
    if (draft) reset(toFormValues(draft), { keepDefaultValues: true });
  }, [draftName, reset]);

  return (
    <ChangeDialog
      title="Change address"
      shape="dialog"
      isDirty={formState.isDirty}
      isPending={isPending}
      error={message}
      tooLateMessage={getTooLateMessage(customerOrder)}
      save={{ form: FORM_ID }}
      onClose={discardAndClose}
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event) => void handleSubmit((address) => submitChange(toAddressBody(address)))(event)}
        onChange={() => saveDraft(draftName, getValues())}
      >
        <AddressFields register={register} errors={formState.errors} isSending={isPending} />
      </form>
    </ChangeDialog>
  );
}

function describeExpectedRefund(customerOrder: DisplayedCustomerOrder): string {
  const { retained, currency, isDisputed } = getMoneyBack(customerOrder);
  if (isDisputed) return 'your bank, which decides about the disputed payment, decides what goes back';
  const amount = formatInCurrency(retained, currency);
  return `${retained === customerOrder.order.total ? `the whole ${amount}` : `the ${amount} that is left`} goes back to your card or account`;
}

/** Asks for confirmation and says what will be refunded. */
export function CancelOrder({ access, customerOrder, onClose }: OrderChangeProps) {
  const { submitChange, isPending, error } = useOrderChange<void>({
    access,
    send: () => api.call(cancelOrder, toOrderCall(access)),
    successToast: (cancelled) => ({
      title: 'Order cancelled',
      description: describeRefunds(getMoneyBack(cancelled)).join(' '),
    }),
    onDone: onClose,
  });
  const tooLateMessage = isPending ? null : getTooLateMessage(customerOrder);
  const message = tooLateMessage ?? (error && getErrorMessage(error));
  // The stream may report the cancellation before the response arrives, because the server requests the refund in
  // between.
  if (customerOrder.order.status === 'cancelled') return null;

  return (
    <AlertDialog open onOpenChange={() => !isPending && onClose()}>
      <AlertDialogContent
        title="Cancel this order?"
        description={`Nothing will be printed, and ${describeExpectedRefund(customerOrder)}. This cannot be taken back.`}
        returnFocusTo={getOrderHeading}
      >
        {message && (
          <p role="alert" className="mb-4 font-semibold text-destructive-text">
            {message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <AlertDialogCancel asChild>
            <Button variant="outline" disabledFocusable={isPending}>
              {tooLateMessage === null ? 'Keep Order' : 'Close'}
            </Button>
          </AlertDialogCancel>
          {tooLateMessage === null && (
            <Button variant="destructive" disabledFocusable={isPending} onClick={() => submitChange()}>
              {isPending && <Spinner />}
              {isPending ? 'Cancelling...' : 'Cancel Order'}
            </Button>
          )}
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
