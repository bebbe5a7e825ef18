import { cartReader, type AddToCartRequest, type DisplayedCart } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const addToCart = (request: AddToCartRequest): Promise<DisplayedCart> =>
  api.post('/api/cart', request, cartReader);
