import { changedCartReader, type DisplayedCart } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const removeItem = (itemId: string): Promise<DisplayedCart | null> =>
  api.del(`/api/cart/${encodeURIComponent(itemId)}`, changedCartReader);
