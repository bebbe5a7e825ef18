import { type DisplayedAdminReprint, listParcels } from '@shop/contracts-order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { SavedNow } from '../../failures.js';
import { useSeenVersion } from '../../forms.js';
import { useReprintShipping } from '../after-sale.queries.js';
import { ParcelList } from './order-tracking.js';
import { OptionalTrackingForm } from './tracking-fields.js';

export interface ReprintProps {
  orderId: string;
  /** Of the order. */
  version: string | undefined;
  reprint: DisplayedAdminReprint;
}

type DisplayedParcel = ReturnType<typeof listParcels>[number];

interface FormProps extends ReprintProps {
  /** The parcel whose number is corrected. Null: a number is added. */
  parcel: DisplayedParcel | null;
  label: string;
  onClose: () => void;
}

function ShippingForm({ orderId, version: newest, reprint, parcel, label, onClose }: FormProps) {
  const { version, handleError } = useSeenVersion(newest);
  const shipping = useReprintShipping();
  const shipOnce = useSingleFlight(shipping);
  const { id: reprintId, state, tracking } = reprint;
  // The form is about the state in which it was opened.
  const [isCorrection] = useState(state === 'shipped');
  const replaced = isCorrection && { replaces: parcel?.number ?? null };
  return (
    <div className="grid gap-4">
      <OptionalTrackingForm
        tracking={parcel}
        isRequired={isCorrection}
        label={label}
        isSending={shipping.isPending}
        error={shipping.error && getErrorMessage(shipping.error)}
        onSend={(next) =>
          shipOnce(
            { id: orderId, version, reprintId, tracking: next, ...replaced, isCorrection },
            { onSuccess: onClose, onError: handleError },
          )
        }
      />
      <SavedNow error={shipping.error} value={tracking}>
        {(tracking ? listParcels(tracking) : []).map((saved) => (
          <p key={saved.number}>
            {saved.carrier} <span className="font-semibold">{saved.number}</span>
          </p>
        ))}
      </SavedNow>
    </div>
  );
}

interface DialogProps extends Omit<FormProps, 'onClose'> {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const ShippingDialog = ({ isOpen, onOpenChange, ...form }: DialogProps) => (
  <Dialog open={isOpen} onOpenChange={onOpenChange}>
    {isOpen && (
      <DialogContent title={form.label} description="The customer gets one email.">
        <ShippingForm {...form} onClose={() => onOpenChange(false)} />
      </DialogContent>
    )}
  </Dialog>
);

/** For an admin who has printed and sent it. */
export function SentButton(props: ReprintProps) {
  const [isOpen, setOpen] = useState(false);
  const label = 'Mark as sent';
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ShippingDialog {...props} parcel={null} label={label} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}

/** The parcels of a reprint, whose numbers can be corrected while it is shipped. */
export function ReprintParcels(props: ReprintProps) {
  const { state, tracking, canBeMarkedSent } = props.reprint;
  /** `null`: no dialog is open. */
  const [opened, setOpened] = useState<{ parcel: DisplayedParcel | null } | null>(null);
  const parcels = tracking ? listParcels(tracking) : [];
  const isCorrectable = canBeMarkedSent && state === 'shipped';
  return (
    <>
      <ParcelList parcels={parcels} isCorrectable={isCorrectable} onOpen={(parcel) => setOpened({ parcel })} />
      <ShippingDialog
        {...props}
        parcel={opened?.parcel ?? null}
        label={opened?.parcel ? 'Correct tracking number' : 'Add tracking number'}
        isOpen={opened !== null}
        onOpenChange={() => setOpened(null)}
      />
    </>
  );
}
