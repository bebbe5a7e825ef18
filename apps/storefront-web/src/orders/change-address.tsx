import { zodResolver } from '@hookform/resolvers/zod';
import { formatCountry, shippingAddressSchema, type ShippingAddress } from '@shop/contracts/order';
import { changeOrderAddress } from '@shop/contracts/routes';
import { ACCEPT_FIELD_ERRORS, api } from '@shop/web-kit';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { toOrderCall } from './order.queries.js';
import { AddressFields } from './address-fields.js';
import { useFieldErrors } from './form-error.js';
import { getTooLateMessage, useOrderChange, type OrderChangeProps } from './use-order-change.js';
import { ChangeDialog } from './change-dialog.js';

const FORM_ID = 'order-address';

/** Looser than the contract, so that an incomplete address is stored as well. */
const draftSchema = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});

export function ChangeAddress({ access, customerOrder, onClose }: OrderChangeProps) {
  const draftName = `order-address:${access.orderId}`;
  const discardAndClose = (): void => {
    removeDraft(draftName);
    onClose();
  };
  const { submitChange, isPending, error } = useOrderChange<ShippingAddress>({
    access,
    send: (body) => api.call(changeOrderAddress, { ...toOrderCall(access), body, headers: ACCEPT_FIELD_ERRORS }),
    successToast: { title: 'Address changed', description: 'Your order goes to the new address.' },
    onDone: discardAndClose,
  });
  const { shippingAddress } = customerOrder.order;
  const { register, handleSubmit, getValues, reset, setError, formState } = useForm<ShippingAddress>({
    resolver: zodResolver(shippingAddressSchema),
    defaultValues: { ...shippingAddress, country: formatCountry(shippingAddress.country) },
  });
  const message = useFieldErrors(error, setError);

  useEffect(() => {
    const draft = readDraft(draftName, draftSchema);
    if (draft) reset(draft, { keepDefaultValues: true });
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
        onSubmit={(event) => void handleSubmit((address) => submitChange(address))(event)}
        onChange={() => saveDraft(draftName, getValues())}
      >
        <AddressFields register={register} errors={formState.errors} isSending={isPending} />
      </form>
    </ChangeDialog>
  );
}
