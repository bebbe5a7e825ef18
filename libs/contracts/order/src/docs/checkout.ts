import type * as routes from '../routes/checkout.js';
import { MESSAGES } from '@shop/contracts-common';

import { type DocsOf, ADDRESS, SAMPLE } from '@shop/contracts-common/docs';

const { clientSecret } = SAMPLE;
const notFound = { status: 404, message: MESSAGES.notFound } as const;

export const checkoutDocs: DocsOf<typeof routes> = {
  getCheckoutConfig: {
    tag: 'Checkout',
    summary: 'Configuration of the payment form',
    answer: 'The payment provider and its public key',
    examples: [{ name: 'names the provider', status: 200 }],
  },
  confirmShipping: {
    tag: 'Checkout',
    repeated: 'the same order and payment',
    summary: 'Set the shipping address; creates or updates the order of the cart',
    answer: 'Data for the payment form',
    errors: {
      409: 'A payment of this order is being confirmed, or the cart is being changed by another request',
      429: 'Too many from this address, or ten payments of this customer were declined within an hour',
      502: 'The payment provider does not answer',
      503: 'A payment of another amount is being examined',
    },
    examples: [
      { name: 'creates the order of a guest', as: 'a guest', given: ['a cart'], body: ADDRESS, status: 200 },
      { name: 'creates the order of a customer', as: 'a customer', given: ['a cart'], body: ADDRESS, status: 200 },
      { name: 'refuses an empty cart', as: 'a customer', body: ADDRESS, status: 409, message: 'Your cart is empty' },
      {
        name: 'refuses a cart with a changed price',
        as: 'a customer',
        given: ['a cart with a changed price'],
        body: ADDRESS,
        status: 409,
        message: 'A price in your cart has changed. Please check it and try again.',
        failsOnlyOnce: true,
      },
      {
        name: 'refuses an item that is no longer sold',
        as: 'a customer',
        given: ['a cart with an unavailable item'],
        body: ADDRESS,
        status: 409,
        message: 'Something in your cart is no longer available. Please remove it and try again.',
      },
      {
        name: 'refuses a country to which nothing can be delivered',
        as: 'a customer',
        body: { ...ADDRESS, country: 'Cuba' },
        status: 422,
        message: 'We can’t deliver to Cuba. Please give an address in another country.',
      },
      {
        name: 'refuses a ZIP code that can’t exist in the country',
        as: 'a customer',
        body: { ...ADDRESS, zip: '62704 Springfield' },
        status: 422,
        message: 'This ZIP code can’t be right. Did you mean 62704?',
      },
      {
        name: 'stores the message of a gift',
        as: 'a guest',
        given: ['a cart'],
        body: { ...ADDRESS, giftMessage: 'Happy birthday, Sam!' },
        status: 200,
      },
      {
        name: 'refuses a gift message that the packing slip can’t show',
        as: 'a customer',
        body: { ...ADDRESS, giftMessage: 'Happy birthday 🎂' },
        status: 422,
        message: 'The packing slip can’t show 🎂. Please leave it out of the gift message.',
      },
      ...(['name', 'address', 'city', 'state', 'zip', 'country'] as const).map((field) => ({
        name: `refuses an empty ${field}`,
        as: 'a customer' as const,
        body: { ...ADDRESS, [field]: ' ' },
        status: 400,
        message: `${field === 'zip' ? 'ZIP code' : field.charAt(0).toUpperCase() + field.slice(1)} is required`,
      })),
    ],
  },
  saveCheckoutEmail: {
    tag: 'Checkout',
    repeated: 'nothing changes',
    summary: 'Set the email of a guest',
    answer: 'Stored with the order',
    examples: [
      {
        name: 'stores the email',
        as: 'a guest',
        given: ['an open order'],
        body: { clientSecret, email: 'guest@example.org' },
        status: 204,
      },
      {
        name: 'refuses an invalid email',
        as: 'a guest',
        given: ['an open order'],
        body: { clientSecret, email: 'guest' },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'does not find an order of another customer',
        as: 'a guest',
        given: ['a cart'],
        body: { clientSecret: 'made up', email: 'guest@example.org' },
        ...notFound,
      },
      {
        name: 'refuses a paid order',
        as: 'a guest',
        given: ['a paid order'],
        body: { clientSecret, email: 'guest@example.org' },
        status: 409,
        message: 'This order can no longer be changed.',
      },
    ],
  },
  startPayment: {
    tag: 'Checkout',
    repeated: 'the same answer',
    summary: 'Check just before the payment that the order is still what the page shows',
    description:
      'Refuses an order that was changed in between, for example in another tab, and one with something that is no longer sold. Stores the email of a guest. The secret pays exactly the displayed order.',
    answer: 'The secret of the payment',
    errors: { 429: 'Too many from this address' },
    examples: [
      {
        name: 'returns the secret',
        as: 'a customer',
        given: ['an open order'],
        body: { orderNumber: SAMPLE.orderNumber, revision: SAMPLE.revision },
        status: 200,
      },
      {
        name: 'refuses a changed order and names the new total',
        as: 'a customer',
        given: ['an open order'],
        body: { orderNumber: SAMPLE.orderNumber, revision: 'another' },
        status: 409,
      },
      {
        name: 'requires the email of a guest',
        as: 'a guest',
        given: ['an order without an email'],
        body: { orderNumber: SAMPLE.orderNumber, revision: SAMPLE.revision },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'stores the email',
        as: 'a guest',
        given: ['an order without an email'],
        body: { orderNumber: SAMPLE.orderNumber, revision: SAMPLE.revision, email: 'guest@example.org' },
        status: 200,
      },
      {
        name: 'does not find an order of another customer',
        as: 'a guest',
        given: ['a cart'],
        body: { orderNumber: 'PA-0000000000', revision: 'any' },
        ...notFound,
      },
    ],
  },
  getPlacedOrder: {
    tag: 'Checkout',
    summary: 'State of a payment',
    answer: 'The order, and whether it is paid',
    examples: [
      {
        name: 'returns an open order',
        as: 'a guest',
        given: ['an open order'],
        params: { paymentIntentId: SAMPLE.paymentIntent },
        status: 200,
      },
      {
        name: 'returns a paid order',
        as: 'a customer',
        given: ['a paid order'],
        params: { paymentIntentId: SAMPLE.paymentIntent },
        status: 200,
      },
      {
        name: 'does not find an order of another customer',
        as: 'a guest',
        given: ['a cart'],
        params: { paymentIntentId: 'pi_made_up' },
        ...notFound,
      },
    ],
  },
  receiveStripeWebhook: {
    tag: 'Checkout',
    repeated: 'an event is applied once, by its id',
    summary: 'Webhook of the payment provider',
    answer: 'Accepted',
    examples: [
      {
        name: 'refuses a request without a signature',
        as: 'anonymous',
        body: { id: 'evt_1' },
        status: 400,
        message: 'The signature of this webhook is not valid.',
      },
      { name: 'refuses an empty request', as: 'anonymous', status: 400, message: 'The webhook has no body.' },
    ],
  },
};
