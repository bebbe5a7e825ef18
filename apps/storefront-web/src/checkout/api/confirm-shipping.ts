import { checkoutReader, type ConfirmedCheckout, type ShippingAddress } from '@shop/contracts/order';
import { ACCEPT_FIELD_ERRORS, api } from '@shop/web-kit';

/** Creates the order of this cart, or updates it if there is one. */
export const confirmShipping = (address: ShippingAddress): Promise<ConfirmedCheckout> =>
  api.post('/api/checkout/shipping', address, checkoutReader, { headers: ACCEPT_FIELD_ERRORS });
