import { formatCountry, NOT_APPLICABLE, type ShippingAddress } from '@shop/contracts/order';
import { cn } from '@shop/web-ui';
import { Fragment } from 'react';

/** An address as printed on a parcel, without its empty parts; each part keeps the direction of its own script. */
export function AddressLines({ address, className }: { address: ShippingAddress; className?: string }) {
  const region = [address.state, address.zip].filter((part) => part !== '' && part !== NOT_APPLICABLE);
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
      {(address.city || region.length > 0) && (
        <span>
          <bdi>{address.city}</bdi>
          {region.map((part, index) => (
            <Fragment key={index}>
              {index === 0 && address.city ? ', ' : ' '}
              <bdi>{part}</bdi>
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
