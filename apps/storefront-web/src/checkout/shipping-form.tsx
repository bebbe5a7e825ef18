import { zodResolver } from '@hookform/resolvers/zod';
import { DEFAULT_COUNTRY, shippingAddressSchema, type ShippingAddress } from '@shop/contracts/order';
import { Button, Card, Spinner, FormErrorBox } from '@shop/web-ui';
import { useEffect, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { readDraft, saveDraft } from '../draft.js';
import { AddressFields, useFieldErrors } from '../orders/address-form.js';

const NAME = 'shipping';

/** Looser than the contract, so that an incomplete address is stored as well. */
const draftSchema = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});

const EMPTY_ADDRESS: ShippingAddress = {
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: DEFAULT_COUNTRY,
};

const readAddressDraft = (): ShippingAddress => readDraft(NAME, draftSchema) ?? EMPTY_ADDRESS;
export const saveAddressDraft = (address: ShippingAddress): void => saveDraft(NAME, address);

interface Props {
  /** The address is confirmed and read-only until the customer asks to change it. */
  isLocked: boolean;
  isPending: boolean;
  /** The order is being paid, so the address cannot be changed now. */
  isPaying: boolean;
  /** Why the address was refused, or the order of this page was cancelled. */
  error: Error | null;
  onConfirm: (address: ShippingAddress) => void;
  onChangeRequested: () => void;
}

export function ShippingForm({ isLocked, isPending, isPaying, error, onConfirm, onChangeRequested }: Props) {
  const { register, handleSubmit, getValues, setFocus, setError, formState } = useForm<ShippingAddress>({
    resolver: zodResolver(shippingAddressSchema),
    defaultValues: readAddressDraft(),
  });
  const errorId = useId();
  const wasLocked = useRef(isLocked);
  useEffect(() => {
    // The focused button, or the whole payment step, was just removed.
    if (wasLocked.current && !isLocked) setFocus('name');
    wasLocked.current = isLocked;
  }, [isLocked, setFocus]);
  const message = useFieldErrors(error, setError);

  return (
    <Card className="p-6 sm:p-8">
      <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
        <h2 className="font-display text-2xl font-bold">Shipping Information</h2>
        {isLocked && (
          <Button variant="link" size="sm" disabledFocusable={isPaying} onClick={onChangeRequested}>
            Change
          </Button>
        )}
      </div>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((address) => onConfirm(address))(event)}
        onChange={() => saveAddressDraft(getValues())}
      >
        <AddressFields register={register} errors={formState.errors} isLocked={isLocked} isSending={isPending} />
        {message && (
          <div role="alert">
            <FormErrorBox id={errorId} message={message} />
          </div>
        )}
        {!isLocked && (
          <Button
            type="submit"
            size="lg"
            disabledFocusable={isPending}
            aria-describedby={message ? errorId : undefined}
            className="mt-7 w-full"
          >
            {isPending && <Spinner />}
            {isPending ? 'Processing...' : 'Continue to Payment'}
          </Button>
        )}
      </form>
    </Card>
  );
}
