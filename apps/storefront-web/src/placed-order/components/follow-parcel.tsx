import type { Tracking } from '@shop/contracts/order';
import { Button, type ButtonProps } from '@shop/web-ui';
import { ExternalLink } from 'lucide-react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  tracking: Tracking | null;
}

/** To where the carrier tells of the parcel; nothing where the carrier has no such page. */
export function FollowParcel({ tracking, ...look }: Props) {
  if (!tracking?.url) return null;
  return (
    <Button asChild {...look}>
      <a href={tracking.url} target="_blank" rel="noreferrer" aria-label={`Follow the parcel at ${tracking.carrier}, opens in a new tab`}>
        Follow the parcel
        <ExternalLink aria-hidden />
      </a>
    </Button>
  );
}
