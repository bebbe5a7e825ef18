import { checkoutSchema, type Checkout, type ShippingAddress } from '@shop/contracts/order';
import { ACCEPT_FIELD_ERRORS, api } from '@shop/web-kit';

/** Creates the order of this cart, or updates it if there is one. */
export const confirmShipping = (address: ShippingAddress): Promise<Checkout> =>
  api.post('/api/checkout/shipping', address, checkoutSchema, { headers: ACCEPT_FIELD_ERRORS });
