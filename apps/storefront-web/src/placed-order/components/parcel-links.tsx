import { parcelAddress, parcelsOf, type Parcels } from '@shop/contracts/order';
import { Button, type ButtonProps } from '@shop/web-ui';
import { ExternalLink } from 'lucide-react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  tracking: Parcels | null;
}

/** To where each carrier tells of its parcel; nothing where no such page is known. */
export function ParcelLinks({ tracking, ...look }: Props) {
  const parcels = tracking ? parcelsOf(tracking) : [];
  return parcels.map((parcel, index) => {
    const address = parcelAddress(parcel);
    const label = parcels.length === 1 ? 'Follow the parcel' : `Follow parcel ${index + 1}`;
    return (
      address && (
        <Button key={parcel.number} asChild {...look}>
          <a
            href={address}
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
