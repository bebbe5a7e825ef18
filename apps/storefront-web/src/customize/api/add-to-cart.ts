import { cartSchema, type AddToCartRequest, type Cart } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const addToCart = (request: AddToCartRequest): Promise<Cart> => api.post('/api/cart', request, cartSchema);
