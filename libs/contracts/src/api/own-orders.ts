import { CURSOR_INVALID, SENTENCES } from '../common/index.js';
import {
  changeOrderItemRequestSchema,
  customerOrderSchema,
  ORDER_BEING_PRINTED,
  orderKeyQuerySchema,
  ownOrderSchema,
  ownOrdersQuerySchema,
  shippingAddressSchema,
} from '../order/index.js';
import type { Example, Operation } from './operation.js';
import { ADDRESS, SAMPLE } from './samples.js';

const tag = 'Orders';
const { order: orderId, orderItem: itemId } = SAMPLE;
const withPaidOrder: Pick<Example, 'as' | 'given'> = { as: 'a guest', given: ['a paid order'] };
const ownPaidOrder = { ...withPaidOrder, params: { orderId } } as const;
const notFoundExamples: readonly Example[] = [
  {
    name: 'knows none of somebody else',
    as: 'nobody',
    params: { orderId: SAMPLE.unknown },
    status: 404,
    message: SENTENCES.notFound,
  },
  {
    name: 'believes no key that was made up',
    as: 'nobody',
    params: { orderId: SAMPLE.unknown },
    query: { key: 'made.up' },
    status: 404,
    message: SENTENCES.notFound,
  },
];
const unknownOrder = { as: 'nobody', params: { orderId: SAMPLE.unknown, itemId: SAMPLE.unknown } } as const;
const orderAnswer = { status: 200, description: 'The order as it is now', schema: customerOrderSchema } as const;
const ACCESS_BY_KEY = 'For who placed it, and for whoever has the `key` of the link in its letters.';
const CHANGE_WINDOW = 'While the order is on hold, that is for a while after the payment.';
const rateLimitError = { 429: 'Too many from this address' } as const;
const closedErrors = { 409: ORDER_BEING_PRINTED, ...rateLimitError } as const;
const placement = { x: 50, y: 40, scale: 80, rotation: 15 };

export const ownOrderOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/orders',
    access: 'user',
    tag,
    summary: 'My Orders',
    query: ownOrdersQuerySchema,
    answer: {
      status: 200,
      description: 'Orders whose payment was tried, newest first',
      schema: ownOrderSchema,
      isList: true,
      isPaged: true,
    },
    examples: [
      { name: 'is empty at first', status: 200 },
      { name: 'lists what was paid', given: ['a paid order'], status: 200 },
      { name: 'lists it in pages', given: ['a paid order'], query: { limit: '1' }, status: 200 },
      {
        name: 'refuses a page without an end',
        query: { limit: '100000' },
        status: 400,
        message: 'The limit must be from 1 to 500',
      },
      {
        name: 'refuses a place that does not exist',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  {
    method: 'GET',
    path: '/api/orders/:orderId',
    access: 'public',
    tag,
    summary: 'One order, with what is printed of it',
    description: ACCESS_BY_KEY,
    query: orderKeyQuerySchema,
    answer: orderAnswer,
    examples: [{ name: 'shows it', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  {
    method: 'GET',
    path: '/api/orders/:orderId/live',
    access: 'public',
    tag,
    summary: 'Each change of an order, as it happens',
    description: `Server-sent events: \`order\` with what \`GET /api/orders/{orderId}\` answers, at once and then with each change. The stream ends now and then, and is to be opened again. ${ACCESS_BY_KEY}`,
    query: orderKeyQuerySchema,
    answer: { status: 200, description: 'A stream of events', type: 'text/event-stream' },
    errors: { 503: 'Too many orders are being watched' },
    examples: notFoundExamples,
  },
  {
    method: 'PATCH',
    path: '/api/orders/:orderId/items/:itemId',
    access: 'public',
    tag,
    summary: 'Place an ordered artwork otherwise, or order another size at the same price',
    description: `${CHANGE_WINDOW} ${ACCESS_BY_KEY}`,
    query: orderKeyQuerySchema,
    body: changeOrderItemRequestSchema,
    answer: orderAnswer,
    errors: { 409: `${ORDER_BEING_PRINTED} Or the size has another price, or is no longer sold`, ...rateLimitError },
    examples: [
      {
        name: 'places it otherwise',
        ...withPaidOrder,
        params: { orderId, itemId },
        body: { designConfig: placement },
        status: 200,
      },
      {
        name: 'refuses a placement out of bounds',
        ...unknownOrder,
        body: { designConfig: { ...placement, scale: 500 } },
        status: 400,
      },
      { name: 'refuses half a placement', ...unknownOrder, body: { designConfig: { x: 50 } }, status: 400 },
      {
        name: 'refuses nothing',
        ...unknownOrder,
        body: {},
        status: 400,
        message: 'Please say what to change: the placement or the size',
      },
      {
        name: 'refuses a size that is not sold',
        ...withPaidOrder,
        params: { orderId, itemId },
        body: { variantSelections: { size: 'gigantic' } },
        status: 409,
        message: 'This size is not available for the product.',
      },
      {
        name: 'knows no other item',
        ...withPaidOrder,
        params: { orderId, itemId: SAMPLE.unknown },
        body: { designConfig: placement },
        status: 404,
        message: SENTENCES.notFound,
      },
      {
        name: 'knows no order of somebody else',
        ...unknownOrder,
        body: { designConfig: placement },
        status: 404,
        message: SENTENCES.notFound,
      },
    ],
  },
  {
    method: 'PATCH',
    path: '/api/orders/:orderId/address',
    access: 'public',
    tag,
    summary: 'Send the parcel elsewhere',
    description: `${CHANGE_WINDOW} ${ACCESS_BY_KEY}`,
    query: orderKeyQuerySchema,
    body: shippingAddressSchema,
    answer: orderAnswer,
    errors: closedErrors,
    examples: [
      { name: 'changes it', ...ownPaidOrder, body: { ...ADDRESS, address: '14 Elm Street' }, status: 200 },
      {
        name: 'refuses an empty city',
        as: 'nobody',
        params: { orderId: SAMPLE.unknown },
        body: { ...ADDRESS, city: ' ' },
        status: 400,
        message: 'City is required',
      },
      {
        name: 'knows none of somebody else',
        as: 'nobody',
        params: { orderId: SAMPLE.unknown },
        body: ADDRESS,
        status: 404,
        message: SENTENCES.notFound,
      },
    ],
  },
  {
    method: 'POST',
    path: '/api/orders/:orderId/cancel',
    access: 'public',
    tag,
    summary: 'Cancel an order, and get the whole amount back',
    description: `${CHANGE_WINDOW} Cancelled twice it is cancelled once. ${ACCESS_BY_KEY}`,
    query: orderKeyQuerySchema,
    answer: orderAnswer,
    errors: closedErrors,
    examples: [{ name: 'cancels it', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  {
    method: 'POST',
    path: '/api/webhooks/printful/:secret',
    access: 'public',
    tag,
    summary: 'The printer says that something became of an order',
    description:
      'Printful signs nothing: the address holds a secret, and what became of the order is asked of Printful itself.',
    answer: { status: 200, description: 'Heard' },
    examples: [
      {
        name: 'believes nobody without the secret',
        as: 'nobody',
        params: { secret: 'made-up' },
        body: { type: 'package_shipped' },
        status: 404,
        message: SENTENCES.notFound,
      },
    ],
  },
];
