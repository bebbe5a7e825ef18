import type * as routes from '../routes/orders.js';
import { CURSOR_INVALID, MESSAGES } from '../common/index.js';
import { ORDER_BEING_PRINTED, ORDER_IN_OTHER_ACCOUNT } from '../order/index.js';
import { type DocsOf, type Example, ADDRESS, SAMPLE } from './operation.js';

const tag = 'Orders';
const { order: orderId, orderItem: itemId } = SAMPLE;
const withPaidOrder: Pick<Example, 'as' | 'given'> = { as: 'a guest', given: ['a paid order'] };
const ownPaidOrder = { ...withPaidOrder, params: { orderId } } as const;
const notFoundExamples: readonly Example[] = [
  {
    name: 'does not find an order of another customer',
    as: 'anonymous',
    params: { orderId: SAMPLE.unknown },
    status: 404,
    message: MESSAGES.notFound,
  },
  {
    name: 'does not find an order by an invalid key',
    as: 'anonymous',
    params: { orderId: SAMPLE.unknown },
    query: { key: 'made.up' },
    status: 404,
    message: MESSAGES.notFound,
  },
];
const unknownOrder = { as: 'anonymous', params: { orderId: SAMPLE.unknown, itemId: SAMPLE.unknown } } as const;
const ACCESS_BY_KEY =
  'For the customer who placed the order, and for callers with the `key` of the link in its emails.';
const CHANGE_WINDOW = 'During the change window after the payment.';
const rateLimitError = { 429: 'Too many from this address' } as const;
const closedErrors = { 409: ORDER_BEING_PRINTED, ...rateLimitError } as const;
const placement = { x: 50, y: 40, scale: 80, rotation: 15 };

export const orderDocs: DocsOf<typeof routes> = {
  listOrders: {
    tag,
    summary: 'My Orders',
    answer: 'Orders with a payment attempt, newest first',
    examples: [
      { name: 'is empty at first', status: 200 },
      { name: 'lists a paid order', given: ['a paid order'], status: 200 },
      { name: 'lists orders in pages', given: ['a paid order'], query: { limit: '1' }, status: 200 },
      {
        name: 'refuses a limit above the maximum',
        query: { limit: '100000' },
        status: 400,
        message: 'The limit must be from 1 to 500',
      },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  listGuestOrders: {
    tag,
    summary: 'Orders of a guest',
    description: 'Orders of this browser’s guest session. Empty without one, and for somebody who is signed in.',
    answer: 'The 20 newest orders with a payment attempt, newest first',
    examples: [
      { name: 'is empty without a session', as: 'anonymous', status: 200 },
      { name: 'lists the orders of the guest', ...withPaidOrder, status: 200 },
    ],
  },
  getOrder: {
    tag,
    summary: 'One order with its print data',
    description: ACCESS_BY_KEY,
    answer: 'The order as it is now',
    examples: [{ name: 'returns the order', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  streamOrder: {
    tag,
    summary: 'Stream of an order’s changes',
    description: `Server-sent events: \`order\` with the answer of \`GET /api/orders/{orderId}\`, at once and after each change. The server closes the stream from time to time; the client reconnects. ${ACCESS_BY_KEY}`,
    answer: 'A stream of events',
    errors: { 503: 'Too many open streams' },
    examples: notFoundExamples,
  },
  changeOrderItem: {
    tag,
    summary: 'Change the placement, or the size at the same price',
    description: `${CHANGE_WINDOW} ${ACCESS_BY_KEY}`,
    answer: 'The order as it is now',
    errors: { 409: `${ORDER_BEING_PRINTED} Or: the size has another price or is no longer sold`, ...rateLimitError },
    examples: [
      {
        name: 'changes the placement',
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
      { name: 'refuses an incomplete placement', ...unknownOrder, body: { designConfig: { x: 50 } }, status: 400 },
      {
        name: 'refuses an empty change',
        ...unknownOrder,
        body: {},
        status: 400,
        message: 'Please say what to change: the placement, the size or the color',
      },
      {
        name: 'refuses a size that is not sold',
        ...withPaidOrder,
        params: { orderId, itemId },
        body: { variantSelections: { size: 'gigantic' } },
        status: 409,
        message: 'This size or color is not available for the product.',
      },
      {
        name: 'does not find an unknown item',
        ...withPaidOrder,
        params: { orderId, itemId: SAMPLE.unknown },
        body: { designConfig: placement },
        status: 404,
        message: MESSAGES.notFound,
      },
      {
        name: 'does not find an order of another customer',
        ...unknownOrder,
        body: { designConfig: placement },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  changeOrderAddress: {
    tag,
    summary: 'Change the address',
    description: `${CHANGE_WINDOW} ${ACCESS_BY_KEY}`,
    answer: 'The order as it is now',
    errors: closedErrors,
    examples: [
      { name: 'changes the address', ...ownPaidOrder, body: { ...ADDRESS, address: '14 Elm Street' }, status: 200 },
      {
        name: 'refuses an empty city',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { ...ADDRESS, city: ' ' },
        status: 400,
        message: 'City is required',
      },
      {
        name: 'does not find an order of another customer',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: ADDRESS,
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  correctOrderEmail: {
    tag,
    summary: 'Correct the email address',
    description: `${CHANGE_WINDOW} For the customer who placed the order, in the session that placed it or signed in; a link in an email does not suffice. All emails go to the new address, also those that wait, and the link in earlier emails ends. The same address changes nothing.`,
    answer: 'The order as it is now',
    errors: closedErrors,
    examples: [
      { name: 'corrects the address', ...ownPaidOrder, body: { email: 'right@example.com' }, status: 200 },
      {
        name: 'refuses what is no address',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { email: 'nobody' },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'does not find an order of another customer',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { email: 'right@example.com' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  cancelOrder: {
    tag,
    summary: 'Cancel and refund an order',
    description: `${CHANGE_WINDOW} A repeated call changes nothing. ${ACCESS_BY_KEY}`,
    answer: 'The order as it is now',
    errors: closedErrors,
    examples: [{ name: 'cancels the order', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  addOrderToAccount: {
    tag,
    summary: 'Add a guest’s order to the account',
    description:
      'For a signed-in customer with the `key` of the link in the order’s emails. The first account gets the order; for it, a repeated call changes nothing.',
    answer: 'The order as it is now',
    errors: { 409: `${ORDER_IN_OTHER_ACCOUNT} Or: it is not paid yet`, ...rateLimitError },
    examples: [
      {
        name: 'does not find an order by an invalid key',
        params: { orderId: SAMPLE.unknown },
        query: { key: 'made.up' },
        status: 404,
        message: MESSAGES.notFound,
      },
      { name: 'needs an account', as: 'a guest', params: { orderId }, status: 401, message: MESSAGES.notSignedIn },
    ],
  },
  receivePrintfulWebhook: {
    tag,
    summary: 'Webhook of the printer',
    description:
      'Printful does not sign its webhooks: the URL contains a secret, and the service requests the order’s state from Printful.',
    answer: 'Accepted',
    examples: [
      {
        name: 'does not find the webhook without its secret',
        as: 'anonymous',
        params: { secret: 'made-up' },
        body: { type: 'package_shipped' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
};
