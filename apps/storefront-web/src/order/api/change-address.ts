import type { CustomerOrder, ShippingAddress } from '@shop/contracts/order';
import { ACCEPT_FIELD_ERRORS, api } from '@shop/web-kit';
import { getOrderApiPath, lenientOrderSchema, type OrderAccess } from '../../placed-order/api/get-order.js';

export const changeAddress = (access: OrderAccess, address: ShippingAddress): Promise<CustomerOrder> =>
  api.patch(getOrderApiPath(access, '/address'), address, lenientOrderSchema, { headers: ACCEPT_FIELD_ERRORS });
