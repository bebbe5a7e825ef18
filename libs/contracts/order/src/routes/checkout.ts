import {
  checkoutConfigSchema,
  checkoutEmailRequestSchema,
  checkoutSchema,
  paymentRequestSchema,
  placedOrderSchema,
  paymentSecretSchema,
  checkoutShippingSchema,
  checkoutConfigReader,
  checkoutReader,
  placedOrderReader,
} from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const getCheckoutConfig = {
  method: 'GET',
  path: '/api/checkout/config',
  service: 'order',
  access: 'public',
  limit: 'read',
  sessionless: true,
  answer: { status: 200, schema: checkoutConfigSchema },
  reader: checkoutConfigReader,
} as const satisfies Route;

export const confirmShipping = {
  method: 'POST',
  path: '/api/checkout/shipping',
  service: 'order',
  access: 'public',
  limit: 'checkout',
  body: checkoutShippingSchema,
  answer: { status: 200, schema: checkoutSchema },
  reader: checkoutReader,
} as const satisfies Route;

export const saveCheckoutEmail = {
  method: 'POST',
  path: '/api/checkout/email',
  service: 'order',
  access: 'session',
  limit: 'change',
  body: checkoutEmailRequestSchema,
  answer: { status: 204 },
} as const satisfies Route;

export const startPayment = {
  method: 'POST',
  path: '/api/checkout/payment',
  service: 'order',
  access: 'session',
  limit: 'checkout',
  body: paymentRequestSchema,
  answer: { status: 200, schema: paymentSecretSchema },
  reader: paymentSecretSchema,
} as const satisfies Route;

export const getPlacedOrder = {
  method: 'GET',
  path: '/api/checkout/orders/:paymentIntentId',
  service: 'order',
  access: 'public',
  limit: 'lookup',
  answer: { status: 200, schema: placedOrderSchema },
  reader: placedOrderReader,
} as const satisfies Route;

export const receiveStripeWebhook = {
  method: 'POST',
  path: '/api/webhooks/stripe',
  service: 'order',
  access: 'public',
  limit: { none: 'Stripe sends events in bursts from few addresses; the signature is checked before any work' },
  sessionless: true,
  csrfExempt: true,
  answer: { status: 200 },
} as const satisfies Route;
