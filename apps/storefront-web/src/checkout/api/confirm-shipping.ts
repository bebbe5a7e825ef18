import { checkoutSchema, type Checkout, type ShippingAddress } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

/** Creates the order, or updates the one this cart already has (D23). */
export const confirmShipping = (address: ShippingAddress): Promise<Checkout> =>
  api.post('/api/checkout/shipping', address, checkoutSchema);
