import { customerOrderReader, type DisplayedCustomerOrder, type ShippingAddress } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { getOrderApiPath, type OrderAccess } from '../../placed-order/api/get-order.js';

export const changeAddress = (access: OrderAccess, address: ShippingAddress): Promise<DisplayedCustomerOrder> =>
  api.patch(getOrderApiPath(access, '/address'), address, customerOrderReader);
