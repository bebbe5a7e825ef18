import { SENTENCES } from '../common/index.js';
import { addToCartRequestSchema, cartSchema, changeQuantityRequestSchema } from '../order/index.js';
import type { Example, Operation } from './operation.js';
import { SAMPLE } from './samples.js';

const { product: productId, artwork: generatedImageId, cartItem: itemId, unknown } = SAMPLE;
const notFound = { status: 404, sentence: SENTENCES.notFound } as const;
const cartAnswer = { status: 200, description: 'The whole cart', schema: cartSchema } as const;
const line = {
  productId,
  generatedImageId,
  variantSelections: {},
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  quantity: 1,
};
const withCart: Pick<Example, 'given' | 'params'> = { given: ['a cart'], params: { itemId } };
/** Other changes of the cart came first, every time. */
const conflictError = { 409: 'The cart is being changed elsewhere, over and over' } as const;
const QUANTITY = 'Quantity must be a whole number from 1 up';

const changeQuantity = (method: 'PATCH' | 'PUT'): Operation => ({
  method,
  path: '/api/cart/:itemId',
  access: 'session',
  tag: 'Cart',
  summary: 'Change how many of a line',
  body: changeQuantityRequestSchema,
  answer: cartAnswer,
  errors: conflictError,
  examples: [
    { name: 'changes it', ...withCart, body: { quantity: 3 }, status: 200 },
    { name: 'refuses none', ...withCart, body: { quantity: 0 }, status: 400, message: QUANTITY },
    { name: 'refuses half a piece', ...withCart, body: { quantity: 1.5 }, status: 400, message: QUANTITY },
    {
      name: 'refuses more than an order holds',
      ...withCart,
      body: { quantity: 99_999_999 },
      status: 422,
      message: 'That is more than one order can hold. Please choose a smaller quantity.',
    },
    { name: 'knows no other line', given: ['a cart'], params: { itemId: unknown }, body: { quantity: 1 }, ...notFound },
  ],
});

export const cartOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/cart',
    access: 'public',
    tag: 'Cart',
    summary: 'The cart',
    answer: cartAnswer,
    examples: [
      { name: 'is empty without a session, and opens none', as: 'nobody', status: 200 },
      { name: "is a guest's", as: 'a guest', given: ['a cart'], status: 200 },
      { name: "is a customer's", as: 'a customer', given: ['a cart'], status: 200 },
    ],
  },
  {
    method: 'POST',
    path: '/api/cart',
    access: 'guest',
    tag: 'Cart',
    summary: 'Put a product with artwork into the cart',
    description: 'The price is the product’s and the choice’s; a `unitPrice` that is sent is passed over.',
    body: addToCartRequestSchema,
    answer: cartAnswer,
    errors: conflictError,
    examples: [
      { name: 'adds a line', given: ['an artwork', 'a product'], body: line, status: 200 },
      {
        name: 'passes over a price that is sent',
        given: ['an artwork', 'a product'],
        body: { ...line, unitPrice: '0.01' },
        status: 200,
      },
      {
        name: 'refuses a choice that is not sold',
        given: ['an artwork', 'a product'],
        body: { ...line, variantSelections: { size: 'gigantic' } },
        status: 422,
        message: 'This size or colour is not available for the product.',
      },
      {
        name: 'refuses a product that is not sold',
        given: ['an artwork'],
        body: { ...line, productId: unknown },
        status: 422,
        message: 'This product is no longer available.',
      },
      {
        name: 'refuses artwork of somebody else',
        given: ['a product'],
        body: { ...line, generatedImageId: unknown },
        status: 422,
        message: 'We could not find that artwork. Please create it again, or choose one from My Designs.',
      },
      {
        name: 'refuses a placement out of bounds',
        given: ['an artwork', 'a product'],
        body: { ...line, designConfig: { ...line.designConfig, scale: 500 } },
        status: 400,
      },
      {
        name: 'refuses none',
        given: ['an artwork', 'a product'],
        body: { ...line, quantity: 0 },
        status: 400,
        message: QUANTITY,
      },
    ],
  },
  changeQuantity('PATCH'),
  changeQuantity('PUT'),
  {
    method: 'DELETE',
    path: '/api/cart/:itemId',
    access: 'session',
    tag: 'Cart',
    summary: 'Take a line out of the cart',
    answer: cartAnswer,
    errors: conflictError,
    examples: [
      { name: 'takes it out', ...withCart, status: 200 },
      { name: 'knows no other line', given: ['a cart'], params: { itemId: unknown }, ...notFound },
    ],
  },
];
