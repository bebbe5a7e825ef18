import { customerOrderReader, type ChangeOrderItemRequest, type DisplayedCustomerOrder } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { getOrderApiPath, type OrderAccess } from '../../placed-order/api/get-order.js';

/** Changes the placement, or the size at the same price. */
export const changeItem = (
  access: OrderAccess,
  itemId: string,
  change: ChangeOrderItemRequest,
): Promise<DisplayedCustomerOrder> =>
  api.patch(getOrderApiPath(access, `/items/${encodeURIComponent(itemId)}`), change, customerOrderReader);
