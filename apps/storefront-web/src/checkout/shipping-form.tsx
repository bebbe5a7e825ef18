import {
  type CheckoutShipping,
  DEFAULT_COUNTRY,
  type DeliveryRegion,
  findCountry,
  type ShippingAddress,
  toAddressBody,
  toDeliveryRegion,
} from '@shop/contracts-order';
import { ApiError } from '@shop/web-kit';
import { Button, Card, Spinner, FormErrorBox } from '@shop/web-ui';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { ArrivalEstimate } from '../delivery/arrival-estimate.js';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import {
  addressDraftSchema,
  AddressFields,
  toFormValues,
  useAddressForm,
  useFieldErrors,
} from '../orders/address-form.js';
import { GiftPart, removeGiftDraft, useGiftMessage } from './gift-part.js';

const NAME = 'shipping';

export const saveAddressDraft = (address: ShippingAddress): void => saveDraft(NAME, address);
/** For an address whose order is paid: it is not needed again. */
export function removeAddressDraft(): void {
  removeDraft(NAME);
  removeGiftDraft();
}

/** What the customer should look at in the confirmed address. */
const AddressDoubts = ({ doubts }: { doubts: readonly string[] }) =>
  doubts.map((doubt) => (
    <p key={doubt} className="mt-4 flex gap-2 rounded-control border-2 border-primary bg-muted p-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {doubt}
    </p>
  ));

/** Null while the typed country is unknown. Before anything is typed, it is the default. */
function findRegion(country: string): DeliveryRegion | null {
  const typed = country.trim() || DEFAULT_COUNTRY;
  const code = typed === DEFAULT_COUNTRY ? typed : findCountry(typed, ['en', ...navigator.languages]);
  return code === null ? null : toDeliveryRegion(code);
}

/** Follows the typed country. */
const ArrivalAtAddress = ({ country }: { country: string }) => (
  <div aria-live="polite">
    <ArrivalEstimate region={findRegion(country)} className="mt-4" />
  </div>
);

interface Props {
  /** The confirmed address, which is read-only until the customer asks to change it. */
  lockedAddress: ShippingAddress | null;
  /** About the confirmed address. */
  doubts: readonly string[];
  isPending: boolean;
  /** The order is being paid, so the address cannot be changed now. */
  isPaying: boolean;
  /** Why the address was refused, or the order of this page was cancelled. */
  error: Error | null;
  onConfirm: (shipping: CheckoutShipping) => void;
  onChangeRequested: () => void;
}

export function ShippingForm({
  lockedAddress,
  doubts,
  isPending,
  isPaying,
  error,
  onConfirm,
  onChangeRequested,
}: Props) {
  const { register, control, handleSubmit, getValues, setFocus, setError, formState } = useAddressForm(
    toFormValues(readDraft(NAME, addressDraftSchema) ?? {}),
  );
  const country = useWatch({ control, name: 'country' });
  const isLocked = lockedAddress !== null;
  const errorId = useId();
  const wasLocked = useRef(isLocked);
  useEffect(() => {
    // The focused button, or the whole payment step, was just removed.
    if (wasLocked.current && !isLocked) setFocus('name');
    wasLocked.current = isLocked;
  }, [isLocked, setFocus]);
  const [giftMessage, setGiftMessage] = useGiftMessage();
  const giftError = error instanceof ApiError ? error.fieldErrors.giftMessage : undefined;
  const formError = useFieldErrors(error, setError);
  const message = giftError === undefined ? formError : null;
  const confirm = (address: ShippingAddress): void =>
    onConfirm({ ...toAddressBody(address), ...(giftMessage.trim() && { giftMessage: giftMessage.trim() }) });

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
        onSubmit={(event) => void handleSubmit(confirm)(event)}
        onChange={() => saveAddressDraft(getValues())}
      >
        <AddressFields
          register={register}
          errors={formState.errors}
          lockedAddress={lockedAddress}
          isSending={isPending}
        />
        <ArrivalAtAddress country={lockedAddress?.country ?? country} />
        <GiftPart
          message={giftMessage}
          onChange={setGiftMessage}
          error={giftError}
          isLocked={isLocked}
          isSending={isPending}
        />
        {isLocked && <AddressDoubts doubts={doubts} />}
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
