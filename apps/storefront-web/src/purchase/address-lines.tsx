import type { ShippingAddress } from '@shop/contracts/order';
import { cn } from '@shop/web-ui';

/** An address as printed on a parcel; each part keeps the direction of its own script. */
export function AddressLines({ address, className }: { address: ShippingAddress; className?: string }) {
  return (
    <address className={cn('[overflow-wrap:anywhere] not-italic *:block', className)}>
      <span>
        <bdi>{address.name}</bdi>
      </span>
      <span>
        <bdi>{address.address}</bdi>
      </span>
      <span>
        <bdi>{address.city}</bdi>, <bdi>{address.state}</bdi> <bdi>{address.zip}</bdi>
      </span>
      <span>
        <bdi>{address.country}</bdi>
      </span>
    </address>
  );
}
