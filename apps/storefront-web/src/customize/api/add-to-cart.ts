import type { AddToCartRequest } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

/** The answer is not read (spec, section 7): the cart is requested afterwards. */
export const addToCart = (request: AddToCartRequest): Promise<unknown> => api.post('/api/cart', request, z.unknown());
