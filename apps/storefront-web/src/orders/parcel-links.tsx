import { getTrackingUrl, listParcels, type Parcels } from '@shop/contracts/order';
import { Button, type ButtonProps } from '@shop/web-ui';
import { ExternalLink } from 'lucide-react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  tracking: Parcels | null;
}

/** Links to the tracking page of each parcel whose carrier has one. */
export function ParcelLinks({ tracking, ...buttonProps }: Props) {
  const parcels = tracking ? listParcels(tracking) : [];
  return parcels.map((parcel, index) => {
    const trackingUrl = getTrackingUrl(parcel);
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
