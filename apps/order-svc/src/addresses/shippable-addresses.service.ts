import { Inject, Injectable } from '@nestjs/common';
import type { ShippingAddress } from '@shop/contracts-order';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { listCountryCodes } from './country-names.js';
import { crossesCustomsBorder, CUSTOMS_NOTICE } from './customs-area.rules.js';
import { findCountryObstacle } from './delivery-countries.rules.js';
import { toShippableAddress } from './shippable-address.rules.js';

/** The countries that the shop delivers to (DELIVERY_COUNTRIES), and addresses in them. */
@Injectable()
export class ShippableAddressesService {
  private readonly served: ReadonlySet<string>;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const codes = config.DELIVERY_COUNTRIES ?? listCountryCodes();
    this.served = new Set(codes.filter((code) => findCountryObstacle(code) === null));
  }

  /** Alpha-2 codes. */
  listCountries(): string[] {
    return [...this.served].sort();
  }

  /** `{}` if the parcel crosses no customs border. */
  getCustomsNotice(address: ShippingAddress): { customsNotice?: string } {
    return crossesCustomsBorder(this.config.SELLER_COUNTRY, address) ? { customsNotice: CUSTOMS_NOTICE } : {};
  }

  /**
   * The address as it is stored.
   *
   * @throws DomainError `impossible`, with a message per field, if no parcel can be sent there.
   */
  getShippable(address: ShippingAddress): ShippingAddress {
    return toShippableAddress(address, this.served);
  }
}
