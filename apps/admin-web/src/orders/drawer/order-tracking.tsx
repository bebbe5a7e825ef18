import {
  describeReturn,
  getTrackingUrl,
  listParcels,
  type DisplayedAdminOrderDetail,
  type Tracking,
} from '@shop/contracts-order';
import { getErrorMessage, useShop, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { ExternalLink, PackageX } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { SavedNow } from '../../failures.js';
import { useSeenVersion } from '../../forms.js';
import { useTrackingCorrection } from '../orders.queries.js';
import { Section } from './section.js';
import { EMPTY_TRACKING, TrackingInputs, trackingResolver } from './tracking-fields.js';

type DisplayedParcel = ReturnType<typeof listParcels>[number];

interface CorrectionProps {
  order: DisplayedAdminOrderDetail;
  /** Null: a number is added. */
  parcel: DisplayedParcel | null;
  onClose: () => void;
}

function CorrectionForm({ order: { id, version: newest, tracking }, parcel, onClose }: CorrectionProps) {
  const { version, handleError } = useSeenVersion(newest);
  const change = useTrackingCorrection();
  const changeOnce = useSingleFlight(change);
  const form = useForm({
    resolver: trackingResolver,
    defaultValues: parcel ? { ...parcel, url: parcel.url ?? '' } : EMPTY_TRACKING,
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(({ carrier, number, url }: Tracking) =>
    changeOnce(
      { id, version, carrier, number, url, replaces: parcel?.number ?? null },
      { onSuccess: onClose, onError: handleError },
    ),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TrackingInputs register={form.register} errors={errors} />
      {change.error && (
        <p role="alert" className="text-destructive-text">
          {getErrorMessage(change.error)}
        </p>
      )}
      <SavedNow error={change.error} value={tracking}>
        {(tracking ? listParcels(tracking) : []).map((saved) => (
          <p key={saved.number}>
            {saved.carrier} <span className="font-semibold">{saved.number}</span>
          </p>
        ))}
      </SavedNow>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={change.isPending} onClick={onClose}>
          Close
        </Button>
        <Button type="submit" disabledFocusable={change.isPending || !isDirty}>
          {change.isPending ? 'Saving...' : 'Save and Tell the Customer'}
        </Button>
      </div>
    </form>
  );
}

/** The parcels of an order, whose numbers can be corrected while it is shipped. */
export function OrderTracking({ order }: { order: DisplayedAdminOrderDetail & { isFromList: boolean } }) {
  /** `null`: no dialog is open. */
  const [opened, setOpened] = useState<{ parcel: DisplayedParcel | null } | null>(null);
  const { tracking, parcelReturn, status } = order;
  const isShipped = status === 'shipped' && !order.isFromList;
  if (!tracking && !parcelReturn && !isShipped) return null;
  const parcels = tracking ? listParcels(tracking) : [];
  return (
    <Section title="Tracking">
      {parcelReturn && (
        <p className="mb-3 flex items-start gap-2 font-semibold text-destructive-text">
          <PackageX aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            A parcel {describeReturn(parcelReturn)}.{' '}
            {parcelReturn.isAddressCorrected
              ? 'The address was corrected since: please have it sent again there.'
              : 'The customer was asked for a better address.'}
          </span>
        </p>
      )}
      {tracking?.isPartial && (
        <p className="mb-2 text-sm text-muted-foreground">A part of the order is still to be sent.</p>
      )}
      {parcels.length === 0 && !parcelReturn && <p className="text-muted-foreground">There is no tracking number.</p>}
      <ParcelList parcels={parcels} isCorrectable={isShipped} onOpen={(parcel) => setOpened({ parcel })} />
      <Dialog open={opened !== null} onOpenChange={() => setOpened(null)}>
        {opened && (
          <DialogContent
            title={opened.parcel ? 'Correct tracking number' : 'Add tracking number'}
            description="The customer gets one email with it."
          >
            <CorrectionForm order={order} parcel={opened.parcel} onClose={() => setOpened(null)} />
          </DialogContent>
        )}
      </Dialog>
    </Section>
  );
}

/** Carrier and number of a parcel, with the link to follow it. */
function Parcel({ parcel }: { parcel: DisplayedParcel }) {
  const trackingUrl = getTrackingUrl(parcel, useShop()?.carriers);
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{parcel.carrier}</bdi> <span className="font-mono">{parcel.number}</span>
        {parcel.isReshipment && <span className="text-muted-foreground"> (sent again)</span>}
      </p>
      {parcel.returned && (
        <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground first-letter:uppercase">
          {describeReturn(parcel.returned)}
        </p>
      )}
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-1 mr-4 inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4"
        >
          Follow the parcel
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </>
  );
}

interface ParcelListProps {
  parcels: readonly DisplayedParcel[];
  isCorrectable: boolean;
  /** Null: a number is added. */
  onOpen: (parcel: DisplayedParcel | null) => void;
}

/** Parcels, with the buttons that correct a number or add one. */
export function ParcelList({ parcels, isCorrectable, onOpen }: ParcelListProps) {
  return (
    <div className="grid justify-items-start gap-3">
      {parcels.length > 0 && (
        <ul aria-label="Parcels" className="grid gap-3">
          {parcels.map((parcel) => (
            <li key={parcel.number}>
              <Parcel parcel={parcel} />
              {isCorrectable && (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-1"
                  aria-label={`Correct tracking number ${parcel.number}`}
                  onClick={() => onOpen(parcel)}
                >
                  Correct
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isCorrectable && (
        <Button variant="outline" size="sm" onClick={() => onOpen(null)}>
          Add tracking number
        </Button>
      )}
    </div>
  );
}
