import { toMailtoLink } from '@shop/contracts/identity';
import {
  formatCountry,
  getTrackingUrl,
  listParcels,
  NOT_APPLICABLE,
  type DisplayedAdminOrderDetail,
  type Tracking,
} from '@shop/contracts/order';
import { ExternalLink } from 'lucide-react';
import { Fragment } from 'react';
import { ChangeAddress } from './change-address.js';
import { Section } from './section.js';

export function OrderAddress({ order }: { order: DisplayedAdminOrderDetail }) {
  const { shippingAddress: address, email, anonymisedAt } = order;
  const region = [address.state, address.zip].filter((part) => part !== NOT_APPLICABLE);
  return (
    <Section title="Ships to">
      <address className="not-italic [overflow-wrap:anywhere]">
        <bdi className="font-semibold">{address.name}</bdi>
        <br />
        <bdi>{address.address}</bdi>
        <br />
        <bdi>{address.city}</bdi>
        {region.map((part, index) => (
          <Fragment key={index}>
            {index === 0 ? ', ' : ' '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
        <br />
        <bdi>{formatCountry(address.country)}</bdi>
      </address>
      {email && (
        <a href={toMailtoLink(email)} className="mt-2 inline-block break-all underline underline-offset-4">
          {email}
        </a>
      )}
      {anonymisedAt && <p className="mt-2 text-sm text-muted-foreground">The customer asked to be forgotten.</p>}
      <ChangeAddress order={order} />
    </Section>
  );
}

export function OrderTracking({ order: { tracking } }: { order: DisplayedAdminOrderDetail }) {
  if (!tracking) return null;
  return (
    <Section title="Tracking">
      {tracking.isPartial && (
        <p className="mb-2 text-sm text-muted-foreground">A part of the order is still to be sent.</p>
      )}
      {listParcels(tracking).map((parcel) => (
        <Parcel key={parcel.number} parcel={parcel} />
      ))}
    </Section>
  );
}

function Parcel({ parcel }: { parcel: Tracking }) {
  const trackingUrl = getTrackingUrl(parcel);
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{parcel.carrier}</bdi> <span className="font-mono">{parcel.number}</span>
      </p>
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-1 inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4"
        >
          Follow the parcel
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </>
  );
}
