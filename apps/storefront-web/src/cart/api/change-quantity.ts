import { cartReader, type DisplayedCart, type ChangeQuantityRequest } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const changeQuantity = (itemId: string, change: ChangeQuantityRequest): Promise<DisplayedCart> =>
  api.patch(`/api/cart/${itemId}`, change, cartReader);
