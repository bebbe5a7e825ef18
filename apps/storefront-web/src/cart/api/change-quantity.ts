import { cartSchema, type Cart, type ChangeQuantityRequest } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const changeQuantity = (itemId: string, change: ChangeQuantityRequest): Promise<Cart> =>
  api.patch(`/api/cart/${itemId}`, change, cartSchema);
