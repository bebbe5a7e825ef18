import type { ShippingAddress } from '@shop/contracts/order';
import { cn } from '@shop/web-ui';

/** An address as it stands on a parcel. */
export function AddressLines({ address, className }: { address: ShippingAddress; className?: string }) {
  return (
    <address className={cn('[overflow-wrap:anywhere] not-italic', className)}>
      <span className="block">{address.name}</span>
      <span className="block">{address.address}</span>
      <span className="block">
        {address.city}, {address.state} {address.zip}
      </span>
      <span className="block">{address.country}</span>
    </address>
  );
}
