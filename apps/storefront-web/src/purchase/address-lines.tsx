import type { ShippingAddress } from '@shop/contracts/order';
import { cn } from '@shop/web-ui';

/** An address as printed on a parcel, without its empty parts; each part keeps the direction of its own script. */
export function AddressLines({ address, className }: { address: ShippingAddress; className?: string }) {
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
      {(address.city || address.state || address.zip) && (
        <span>
          <bdi>{address.city}</bdi>
          {address.city && (address.state || address.zip) && ', '}
          <bdi>{address.state}</bdi> <bdi>{address.zip}</bdi>
        </span>
      )}
      {address.country && (
        <span>
          <bdi>{address.country}</bdi>
        </span>
      )}
    </address>
  );
}
