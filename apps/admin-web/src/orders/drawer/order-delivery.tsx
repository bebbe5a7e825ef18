import { zodResolver } from '@hookform/resolvers/zod';
import {
  formatCountry,
  listLocalityParts,
  type DisplayedAdminOrderDetail,
  type ShippingAddress,
  toAddressBody,
  toAddressFormSchema,
} from '@shop/contracts-order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { Fragment, useState } from 'react';
import { useForm } from 'react-hook-form';
import { SavedNow } from '../../failures.js';
import { useSeenVersion } from '../../forms.js';
import { useAddressChange } from '../orders.queries.js';
import { AddressInputs } from './address-fields.js';
import { OrderEmail } from './order-email.js';
import { Section } from './section.js';

interface FormProps {
  order: DisplayedAdminOrderDetail;
  onClose: () => void;
}

function AddressForm({ order: { id, shippingAddress, version: newest }, onClose }: FormProps) {
  const { version, handleError } = useSeenVersion(newest);
  const change = useAddressChange();
  const changeOnce = useSingleFlight(change);
  const form = useForm<ShippingAddress>({
    resolver: zodResolver(toAddressFormSchema(navigator.languages)),
    defaultValues: { address2: '', phone: '', ...shippingAddress },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((address) =>
    changeOnce({ id, version, address: toAddressBody(address) }, { onSuccess: onClose, onError: handleError }),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <AddressInputs register={form.register} errors={errors} isPending={change.isPending} />
      {change.error && (
        <p role="alert" className="text-destructive-text">
          {getErrorMessage(change.error)}
        </p>
      )}
      <SavedNow error={change.error} value={shippingAddress}>
        <AddressLines address={shippingAddress} />
      </SavedNow>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={change.isPending} onClick={onClose}>
          Keep Address
        </Button>
        <Button type="submit" disabledFocusable={change.isPending || !isDirty}>
          {change.isPending ? 'Saving...' : 'Save Address'}
        </Button>
      </div>
    </form>
  );
}

/**
 * Changes the delivery address while the server allows it. An open form stays open when the order reaches the printer;
 * the server then returns an error.
 */
function ChangeAddress({ order }: { order: DisplayedAdminOrderDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (!order.canChangeAddress && !isOpen) return null;
  return (
    <div className="mt-3">
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Change address
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent
            title={`Change address of order ${order.orderNumber}`}
            description="The customer gets an email. An order that waits for the printer is tried again at once."
          >
            <AddressForm order={order} onClose={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}

/** An address as it stands on a parcel. */
export const AddressLines = ({ address }: { address: ShippingAddress }) => (
  <address className="not-italic [overflow-wrap:anywhere]">
    <bdi className="font-semibold">{address.name}</bdi>
    <br />
    <bdi>{address.address}</bdi>
    <br />
    {address.address2 && (
      <>
        <bdi>{address.address2}</bdi>
        <br />
      </>
    )}
    {listLocalityParts(address).map(({ separator, text }, index) => (
      <Fragment key={index}>
        {separator}
        <bdi>{text}</bdi>
      </Fragment>
    ))}
    <br />
    <bdi>{formatCountry(address.country)}</bdi>
  </address>
);

export function OrderAddress({ order }: { order: DisplayedAdminOrderDetail & { isFromList: boolean } }) {
  const { shippingAddress: address, anonymisedAt, payment } = order;
  return (
    <Section title="Ships to">
      <AddressLines address={address} />
      {address.phone && (
        <a href={`tel:${address.phone}`} className="mt-2 block underline underline-offset-4">
          <bdi>{address.phone}</bdi>
        </a>
      )}
      {order.giftMessage && (
        <p className="mt-2 [overflow-wrap:anywhere] whitespace-pre-line">
          <span className="block font-semibold">Gift message</span>
          <bdi>{order.giftMessage}</bdi>
        </p>
      )}
      <OrderEmail order={order} />
      {anonymisedAt && (
        <p className="mt-2 text-sm text-muted-foreground">
          {payment.paidAt ? 'The customer asked to be forgotten.' : 'The personal data was removed.'}
        </p>
      )}
      <ChangeAddress order={order} />
    </Section>
  );
}
