import { cartSchema, type Cart } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const removeItem = (itemId: string): Promise<Cart> => api.del(`/api/cart/${itemId}`, cartSchema);
