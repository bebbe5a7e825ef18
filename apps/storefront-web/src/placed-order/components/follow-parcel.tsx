import { parcelAddress, type Tracking } from '@shop/contracts/order';
import { Button, type ButtonProps } from '@shop/web-ui';
import { ExternalLink } from 'lucide-react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  tracking: Tracking | null;
}

/** To where the carrier tells of the parcel; nothing where no such page is known. */
export function FollowParcel({ tracking, ...look }: Props) {
  const address = tracking && parcelAddress(tracking);
  if (!address) return null;
  return (
    <Button asChild {...look}>
      <a href={address} target="_blank" rel="noreferrer" aria-label={`Follow the parcel at ${tracking.carrier}, opens in a new tab`}>
        Follow the parcel
        <ExternalLink aria-hidden />
      </a>
    </Button>
  );
}
