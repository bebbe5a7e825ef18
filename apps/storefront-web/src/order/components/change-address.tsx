import { zodResolver } from '@hookform/resolvers/zod';
import { shippingAddressSchema, type ShippingAddress } from '@shop/contracts/order';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { removeDraft, saveDraft, readDraft } from '../../draft.js';
import { AddressFields } from '../../purchase/address-fields.js';
import { changeAddress } from '../api/change-address.js';
import { getTooLateMessage, type OrderChangeProps } from '../order-change.js';
import { useOrderChange } from '../use-order-change.js';
import { ChangeDialog } from './change-dialog.js';

const FORM = 'order-address';

/** Looser than the contract: half an address is worth keeping, too. */
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
  const close = (): void => {
    removeDraft(draftName);
    onClose();
  };
  const { change, isPending, error } = useOrderChange<ShippingAddress>({
    access,
    send: (address) => changeAddress(access, address),
    told: { title: 'Address changed', description: 'Your order goes to the new address.' },
    onDone: close,
  });
  const { register, handleSubmit, getValues, reset, formState } = useForm<ShippingAddress>({
    resolver: zodResolver(shippingAddressSchema),
    defaultValues: customerOrder.order.shippingAddress,
  });

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
      error={error}
      tooLate={getTooLateMessage(customerOrder)}
      save={{ form: FORM }}
      onClose={close}
    >
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => void handleSubmit((address) => change(address))(event)}
        onChange={() => saveDraft(draftName, getValues())}
      >
        <AddressFields register={register} errors={formState.errors} isSending={isPending} />
      </form>
    </ChangeDialog>
  );
}
