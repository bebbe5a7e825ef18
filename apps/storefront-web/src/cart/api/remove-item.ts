import { cartReader, type DisplayedCart } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const removeItem = (itemId: string): Promise<DisplayedCart> => api.del(`/api/cart/${itemId}`, cartReader);
