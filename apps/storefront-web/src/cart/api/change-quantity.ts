import { changedCartReader, type DisplayedCart, type ChangeQuantityRequest } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const changeQuantity = (itemId: string, change: ChangeQuantityRequest): Promise<DisplayedCart | null> =>
  api.patch(`/api/cart/${encodeURIComponent(itemId)}`, change, changedCartReader);
