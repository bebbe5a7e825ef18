import { customerOrderReader, type DisplayedCustomerOrder } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { getOrderApiPath, type OrderAccess } from '../../placed-order/api/get-order.js';

/** Cancels the order and refunds the whole amount. */
export const cancelOrder = (access: OrderAccess): Promise<DisplayedCustomerOrder> =>
  api.post(getOrderApiPath(access, '/cancel'), undefined, customerOrderReader);
