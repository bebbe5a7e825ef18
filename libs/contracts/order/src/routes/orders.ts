import {
  answerQuestionRequestSchema,
  confirmOrderCodeRequestSchema,
  changeOrderItemRequestSchema,
  correctEmailRequestSchema,
  customerOrderSchema,
  orderCodeSentSchema,
  orderKeyQuerySchema,
  reportProblemRequestSchema,
  ownOrderSchema,
  ownOrdersQuerySchema,
  shippingAddressSchema,
  ownOrderReader,
  customerOrderReader,
} from '../index.js';
import { readable } from '@shop/contracts-common';
import type { Route } from '@shop/contracts-common/routes';

export const listOrders = {
  method: 'GET',
  path: '/api/orders',
  service: 'order',
  access: 'user',
  limit: 'read',
  query: ownOrdersQuerySchema,
  answer: { status: 200, schema: ownOrderSchema, isList: true, isPaged: true },
  reader: ownOrderReader,
} as const satisfies Route;

export const listGuestOrders = {
  method: 'GET',
  path: '/api/guest/orders',
  service: 'order',
  access: 'public',
  limit: 'read',
  answer: { status: 200, schema: ownOrderSchema, isList: true },
  reader: ownOrderReader,
} as const satisfies Route;

export const getOrder = {
  method: 'GET',
  path: '/api/orders/:orderId',
  service: 'order',
  access: 'public',
  limit: 'lookup',
  query: orderKeyQuerySchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const getReceipt = {
  method: 'GET',
  path: '/api/orders/:orderId/receipt',
  service: 'order',
  access: 'public',
  limit: 'lookup',
  query: orderKeyQuerySchema,
  answer: { status: 200, type: 'application/pdf' },
} as const satisfies Route;

export const streamOrder = {
  method: 'GET',
  path: '/api/orders/:orderId/live',
  service: 'order',
  access: 'public',
  limit: 'lookup',
  response: 'stream',
  query: orderKeyQuerySchema,
  answer: { status: 200, type: 'text/event-stream' },
  reader: customerOrderReader,
} as const satisfies Route;

/** `guest`: the code belongs to the session that asks for it. */
export const sendOrderCode = {
  method: 'POST',
  path: '/api/orders/:orderId/code',
  service: 'order',
  access: 'guest',
  limit: 'reset',
  query: orderKeyQuerySchema,
  answer: { status: 200, schema: orderCodeSentSchema },
  reader: readable(orderCodeSentSchema),
} as const satisfies Route;

export const confirmOrderCode = {
  method: 'POST',
  path: '/api/orders/:orderId/code/confirm',
  service: 'order',
  access: 'guest',
  limit: 'sign-in',
  query: orderKeyQuerySchema,
  body: confirmOrderCodeRequestSchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const changeOrderItem = {
  method: 'PATCH',
  path: '/api/orders/:orderId/items/:itemId',
  service: 'order',
  access: 'public',
  limit: 'order-change',
  query: orderKeyQuerySchema,
  body: changeOrderItemRequestSchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const changeOrderAddress = {
  method: 'PATCH',
  path: '/api/orders/:orderId/address',
  service: 'order',
  access: 'public',
  limit: 'order-change',
  query: orderKeyQuerySchema,
  body: shippingAddressSchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const correctOrderEmail = {
  method: 'PATCH',
  path: '/api/orders/:orderId/email',
  service: 'order',
  access: 'public',
  limit: 'order-change',
  body: correctEmailRequestSchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const cancelOrder = {
  method: 'POST',
  path: '/api/orders/:orderId/cancel',
  service: 'order',
  access: 'public',
  limit: 'order-change',
  query: orderKeyQuerySchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const answerQuestion = {
  method: 'POST',
  path: '/api/orders/:orderId/answer',
  service: 'order',
  access: 'public',
  limit: 'order-change',
  query: orderKeyQuerySchema,
  body: answerQuestionRequestSchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const reportProblem = {
  method: 'POST',
  path: '/api/orders/:orderId/problems',
  service: 'order',
  access: 'public',
  limit: 'order-change',
  query: orderKeyQuerySchema,
  body: reportProblemRequestSchema,
  answer: { status: 201, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const addOrderToAccount = {
  method: 'POST',
  path: '/api/orders/:orderId/account',
  service: 'order',
  access: 'user',
  limit: 'order-change',
  query: orderKeyQuerySchema,
  answer: { status: 200, schema: customerOrderSchema },
  reader: customerOrderReader,
} as const satisfies Route;

export const receivePrintfulWebhook = {
  method: 'POST',
  path: '/api/webhooks/printful/:secret',
  service: 'order',
  access: 'public',
  limit: {
    none: 'Printful sends events in bursts from few addresses; the secret in the path is checked before any work',
  },
  sessionless: true,
  csrfExempt: true,
  answer: { status: 200 },
} as const satisfies Route;
