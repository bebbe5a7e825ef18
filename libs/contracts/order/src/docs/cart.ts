import type * as routes from '../routes/cart.js';
import { MESSAGES } from '@shop/contracts-common';

import { type DocsOf, type Example, type OperationDocs, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const { product: productId, artwork: generatedImageId, cartItem: itemId, unknown } = SAMPLE;
const notFound = { status: 404, message: MESSAGES.notFound } as const;
const line = {
  productId,
  generatedImageId,
  variantSelections: {},
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  quantity: 1,
};
const withCart: Pick<Example, 'given' | 'params'> = { given: ['a cart'], params: { itemId } };
/** Other changes of the same cart won every retry. */
const conflictError = { 409: 'The cart is being changed by other requests all the time' } as const;
const QUANTITY = 'Quantity must be a whole number from 1 up';

/** PATCH and PUT do the same. */
const changeDocs: OperationDocs = {
  tag: 'Cart',
  summary: 'Change the quantity or the choices of an item',
  description:
    '`variantSelections` is optional and contains the choices that change. An item that becomes equal to another one takes over its quantity.',
  answer: 'The complete cart',
  errors: conflictError,
  examples: [
    { name: 'changes the quantity', ...withCart, body: { quantity: 3 }, status: 200 },
    {
      name: 'refuses a variant that is not sold',
      ...withCart,
      body: { quantity: 1, variantSelections: { size: 'gigantic' } },
      status: 422,
      message: 'This choice is not available for the product.',
    },
    { name: 'refuses an empty change', ...withCart, body: {}, status: 400, message: QUANTITY },
    { name: 'refuses a quantity of 0', ...withCart, body: { quantity: 0 }, status: 400, message: QUANTITY },
    { name: 'refuses a fraction', ...withCart, body: { quantity: 1.5 }, status: 400, message: QUANTITY },
    {
      name: 'refuses a quantity above the maximum',
      ...withCart,
      body: { quantity: 99_999_999 },
      status: 422,
      message: 'That is more than one order can hold. Please choose a smaller quantity.',
    },
    {
      name: 'does not find an unknown item',
      given: ['a cart'],
      params: { itemId: unknown },
      body: { quantity: 1 },
      ...notFound,
    },
  ],
};

export const cartDocs: DocsOf<typeof routes> = {
  getCart: {
    tag: 'Cart',
    summary: 'The cart',
    answer: 'The complete cart',
    examples: [
      { name: 'is empty without a session, and creates none', as: 'anonymous', status: 200 },
      { name: 'returns the cart of a guest', as: 'a guest', given: ['a cart'], status: 200 },
      { name: 'returns the cart of a customer', as: 'a customer', given: ['a cart'], status: 200 },
    ],
  },
  addToCart: {
    tag: 'Cart',
    repeated: BY_KEY,
    summary: 'Add a product with artwork to the cart',
    description: 'The server computes the price from the product and the variant; it ignores `unitPrice`.',
    answer: 'The complete cart as it is now, also of a repeated call',
    errors: {
      409: 'The cart is being changed by other requests all the time, or the Idempotency-Key was used for something else',
    },
    examples: [
      { name: 'adds an item', given: ['an artwork', 'a product'], body: line, status: 200 },
      {
        name: 'adds an item once for its Idempotency-Key',
        given: ['an artwork', 'a product'],
        headers: { 'idempotency-key': SAMPLE.generation },
        body: line,
        status: 200,
      },
      {
        name: 'ignores a price in the request',
        given: ['an artwork', 'a product'],
        body: { ...line, unitPrice: '0.01' },
        status: 200,
      },
      {
        name: 'refuses a variant that is not sold',
        given: ['an artwork', 'a product'],
        body: { ...line, variantSelections: { size: 'gigantic' } },
        status: 422,
        message: 'This choice is not available for the product.',
      },
      {
        name: 'refuses a product that is not sold',
        given: ['an artwork'],
        body: { ...line, productId: unknown },
        status: 422,
        message: 'This product is no longer available.',
      },
      {
        name: 'refuses artwork of another customer',
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
        name: 'refuses a quantity of 0',
        given: ['an artwork', 'a product'],
        body: { ...line, quantity: 0 },
        status: 400,
        message: QUANTITY,
      },
    ],
  },
  changeCartItem: changeDocs,
  replaceCartItem: changeDocs,
  removeCartItem: {
    tag: 'Cart',
    summary: 'Remove an item from the cart',
    answer: 'The complete cart',
    errors: conflictError,
    examples: [
      { name: 'removes the item', ...withCart, status: 200 },
      { name: 'does not find an unknown item', given: ['a cart'], params: { itemId: unknown }, ...notFound },
    ],
  },
};
