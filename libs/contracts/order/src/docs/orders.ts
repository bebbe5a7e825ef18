import type * as routes from '../routes/orders.js';
import { CURSOR_INVALID, MESSAGES } from '@shop/contracts-common';
import {
  ORDER_BEING_PRINTED,
  ORDER_CODE,
  ORDER_IN_OTHER_ACCOUNT,
  ORDER_ON_HOLD,
  PROBLEM_NOT_REPORTABLE,
  QUESTION_CLOSED,
} from '../index.js';
import { type DocsOf, type Example, ADDRESS, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

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
const OWNER_OR_CODE =
  'For the customer who placed the order. Callers with the `key` of the link in its emails need the code that is sent to its address (`POST /api/orders/{orderId}/code`), else the answer is 403 `ORDER_CODE_REQUIRED`.';
const codeErrors = {
  403: 'The caller has only the link, and no code was entered in this session (`ORDER_CODE_REQUIRED`)',
} as const;
const CHANGE_WINDOW = 'During the change window after the payment.';
const CHANGE_WINDOW_OR_QUESTION =
  'During the change window after the payment, and while a question of the shop is open.';
const rateLimitError = { 429: 'Too many from this address' } as const;
const closedErrors = { 409: `${ORDER_BEING_PRINTED} Or: ${ORDER_ON_HOLD}`, ...rateLimitError } as const;
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
    description: 'Orders of this browser’s guest session. Empty without one, and for someone who is signed in.',
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
  getReceipt: {
    tag,
    summary: 'Receipt of an order as PDF',
    description: `The seller, the items, the tax, and what went back. An unchanged order has the same file. ${ACCESS_BY_KEY}`,
    answer: 'The file',
    errors: { 409: 'The order is not paid' },
    examples: [{ name: 'downloads the receipt', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  streamOrder: {
    tag,
    summary: 'Stream of an order’s changes',
    description: `Server-sent events: \`order\` with the answer of \`GET /api/orders/{orderId}\`, at once and after each change. The server closes the stream from time to time; the client reconnects. ${ACCESS_BY_KEY}`,
    answer: 'A stream of events',
    errors: { 503: 'Too many open streams' },
    examples: notFoundExamples,
  },
  sendOrderCode: {
    tag,
    repeated: 'another code is sent, and replaces the first',
    summary: 'Send a code for changing an order',
    description: `To the order’s email address: six digits, valid for ${ORDER_CODE.validMinutes} minutes, in the session that asks for it. At most ${ORDER_CODE.sendsAnHour} an hour for one network, and ${ORDER_CODE.sendsADay} a day in all. ${ACCESS_BY_KEY}`,
    answer: 'It is being sent',
    errors: { 409: 'The order has no email address', 429: 'Too many codes for this order, or from this address' },
    examples: [{ name: 'sends a code', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  confirmOrderCode: {
    tag,
    repeated: 'a code works once: the answer is 422',
    summary: 'Enter the code for changing an order',
    description: `Opens the changes of this order for ${ORDER_CODE.opensMinutes} minutes, in this session. A code ends after ${ORDER_CODE.tries} wrong entries. ${ACCESS_BY_KEY}`,
    answer: 'The order as it is now',
    errors: { 422: 'The code is wrong, has expired, was used or had too many tries', ...rateLimitError },
    examples: [
      {
        name: 'refuses a code if none was sent',
        ...ownPaidOrder,
        body: { code: '123456' },
        status: 422,
        message: 'There is no open code in this browser. Please have a new one sent.',
      },
      {
        name: 'refuses a code of five digits',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { code: '12345' },
        status: 400,
        message: 'Please enter the six digits of the code',
      },
      {
        name: 'does not find an order of another customer',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { code: '123456' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  changeOrderItem: {
    tag,
    summary: 'Change the artwork or its placement, or the size at the same price',
    description: `${CHANGE_WINDOW_OR_QUESTION} An artwork must be the caller’s own. ${OWNER_OR_CODE}`,
    answer: 'The order as it is now',
    errors: {
      ...codeErrors,
      409: `${closedErrors[409]} Or: the size has another price or is no longer sold`,
      ...rateLimitError,
    },
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
        message: 'Please say what to change: the artwork, the placement, the size or the color',
      },
      {
        name: 'changes the artwork',
        ...withPaidOrder,
        params: { orderId, itemId },
        body: { generatedImageId: SAMPLE.artwork, designConfig: { ...placement, x: 45 } },
        status: 200,
      },
      {
        name: 'refuses an artwork of another customer',
        ...withPaidOrder,
        params: { orderId, itemId },
        body: { generatedImageId: SAMPLE.unknown },
        status: 422,
        message: 'We could not find that artwork. Please create it again, or choose one from My Designs.',
      },
      {
        name: 'refuses a size that is not sold',
        ...withPaidOrder,
        params: { orderId, itemId },
        body: { variantSelections: { size: 'gigantic' } },
        status: 409,
        message: 'This choice is not available for the product.',
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
    description: `${CHANGE_WINDOW_OR_QUESTION} ${OWNER_OR_CODE}`,
    answer: 'The order as it is now',
    errors: { ...codeErrors, ...closedErrors },
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
    description: `${CHANGE_WINDOW} For the customer who placed the order, in the session that placed it or signed in; neither a link in an email nor a code suffices. All emails go to the new address, also those that wait, and the link in earlier emails ends. The same address changes nothing.`,
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
    repeated: 'nothing changes',
    summary: 'Cancel and refund an order',
    description: `${CHANGE_WINDOW_OR_QUESTION} A repeated call changes nothing. ${OWNER_OR_CODE}`,
    answer: 'The order as it is now',
    errors: { ...codeErrors, ...closedErrors },
    examples: [{ name: 'cancels the order', ...ownPaidOrder, status: 200 }, ...notFoundExamples],
  },
  answerQuestion: {
    tag,
    repeated: 'nothing changes',
    summary: 'Answer the shop’s question about an order',
    description: `While the question is open. A repeated call changes nothing. ${OWNER_OR_CODE}`,
    answer: 'The order as it is now',
    errors: { ...codeErrors, ...rateLimitError },
    examples: [
      {
        name: 'refuses an answer to a question that is not open',
        ...ownPaidOrder,
        body: { questionId: SAMPLE.unknown, answer: 'Yes, please brighten it.' },
        status: 409,
        message: QUESTION_CLOSED,
      },
      {
        name: 'refuses an empty answer',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { questionId: SAMPLE.unknown, answer: ' ' },
        status: 400,
        message: 'Answer is required',
      },
      {
        name: 'does not find an order of another customer',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { questionId: SAMPLE.unknown, answer: 'Yes' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  reportProblem: {
    tag,
    repeated: BY_KEY,
    summary: 'Report a problem with items that were sent',
    description: `While the order is on its way, and for 30 days after its delivery or that of what was sent again. \`photos\` has the ids of photos from \`POST /api/upload\`. ${OWNER_OR_CODE}`,
    answer: 'The order as it is now',
    errors: { ...codeErrors, 422: 'The order has no such item, or fewer of it', ...rateLimitError },
    examples: [
      {
        name: 'refuses a report about an order that is not sent',
        ...ownPaidOrder,
        body: { kind: 'damaged', text: 'There is a hole in it.', items: [{ orderItemId: itemId, quantity: 1 }] },
        status: 409,
        message: PROBLEM_NOT_REPORTABLE,
      },
      {
        name: 'refuses an empty description',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { kind: 'damaged', text: ' ', items: [{ orderItemId: itemId, quantity: 1 }] },
        status: 400,
        message: 'Please describe the problem',
      },
      {
        name: 'does not find an order of another customer',
        as: 'anonymous',
        params: { orderId: SAMPLE.unknown },
        body: { kind: 'other', text: 'Is it mine?', items: [{ orderItemId: itemId, quantity: 1 }] },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  addOrderToAccount: {
    tag,
    repeated: 'nothing changes',
    summary: 'Add a guest’s order to the account',
    description: `The first account gets the order; for it, a repeated call changes nothing. ${OWNER_OR_CODE}`,
    answer: 'The order as it is now',
    errors: { ...codeErrors, 409: `${ORDER_IN_OTHER_ACCOUNT} Or: it is not paid yet`, ...rateLimitError },
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
    repeated: 'an event is applied once',
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
