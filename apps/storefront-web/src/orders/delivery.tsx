import {
  formatCountry,
  getTrackingUrl,
  listLocalityParts,
  listParcels,
  type Parcels,
  type ShippingAddress,
} from '@shop/contracts-order';
import { useShop } from '@shop/web-kit';
import { Button, type ButtonProps, cn } from '@shop/web-ui';
import { ExternalLink } from 'lucide-react';
import { Fragment } from 'react';

/** An address as printed on a parcel, without its empty parts; each part keeps the direction of its own script. */
export function AddressLines({ address, className }: { address: ShippingAddress; className?: string }) {
  const locality = listLocalityParts(address);
  return (
    <address className={cn('[overflow-wrap:anywhere] not-italic *:block', className)}>
      {address.name && (
        <span>
          <bdi>{address.name}</bdi>
        </span>
      )}
      {address.address && (
        <span>
          <bdi>{address.address}</bdi>
        </span>
      )}
      {address.address2 && (
        <span>
          <bdi>{address.address2}</bdi>
        </span>
      )}
      {locality.length > 0 && (
        <span>
          {locality.map(({ separator, text }, index) => (
            <Fragment key={index}>
              {separator}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      {address.country && (
        <span>
          <bdi>{formatCountry(address.country)}</bdi>
        </span>
      )}
    </address>
  );
}

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  tracking: Parcels | null;
}

/** Links to the tracking page of each parcel whose carrier has one. */
export function ParcelLinks({ tracking, ...buttonProps }: Props) {
  const carriers = useShop()?.carriers;
  const parcels = tracking ? listParcels(tracking).filter(({ returned }) => !returned) : [];
  return parcels.map((parcel, index) => {
    const trackingUrl = getTrackingUrl(parcel, carriers);
    const label = parcels.length === 1 ? 'Follow the parcel' : `Follow parcel ${index + 1}`;
    return (
      trackingUrl && (
        <Button key={parcel.number} asChild {...buttonProps}>
          <a
            href={trackingUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`${label} at ${parcel.carrier}, opens in a new tab`}
          >
            {label}
            <ExternalLink aria-hidden />
          </a>
        </Button>
      )
    );
  });
}
