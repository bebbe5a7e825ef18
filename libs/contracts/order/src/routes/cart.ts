import {
  addToCartRequestSchema,
  cartSchema,
  changeCartItemRequestSchema,
  cartReader,
  changedCartReader,
} from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const getCart = {
  method: 'GET',
  path: '/api/cart',
  service: 'order',
  access: 'public',
  limit: 'read',
  answer: { status: 200, schema: cartSchema },
  reader: cartReader,
} as const satisfies Route;

export const addToCart = {
  method: 'POST',
  path: '/api/cart',
  service: 'order',
  access: 'guest',
  limit: 'change',
  body: addToCartRequestSchema,
  answer: { status: 200, schema: cartSchema },
} as const satisfies Route;

export const changeCartItem = {
  method: 'PATCH',
  path: '/api/cart/:itemId',
  service: 'order',
  access: 'session',
  limit: 'change',
  body: changeCartItemRequestSchema,
  answer: { status: 200, schema: cartSchema },
  reader: changedCartReader,
} as const satisfies Route;

export const replaceCartItem = {
  method: 'PUT',
  path: '/api/cart/:itemId',
  service: 'order',
  access: 'session',
  limit: 'change',
  body: changeCartItemRequestSchema,
  answer: { status: 200, schema: cartSchema },
} as const satisfies Route;

export const removeCartItem = {
  method: 'DELETE',
  path: '/api/cart/:itemId',
  service: 'order',
  access: 'session',
  limit: 'change',
  answer: { status: 200, schema: cartSchema },
  reader: changedCartReader,
} as const satisfies Route;
