import { SENTENCES } from '../common/index.js';
import {
  checkoutConfigSchema,
  checkoutEmailRequestSchema,
  checkoutSchema,
  paymentRequestSchema,
  placedOrderSchema,
  readyPaymentSchema,
  sandboxChallengeRequestSchema,
  sandboxConfirmationSchema,
  sandboxConfirmRequestSchema,
  shippingAddressSchema,
} from '../order/index.js';
import { cartOperations } from './cart.js';
import type { Operation } from './operation.js';
import { ADDRESS, SAMPLE } from './samples.js';

const { clientSecret } = SAMPLE;
const notFound = { status: 404, sentence: SENTENCES.notFound } as const;
const CHALLENGE_FAILED = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
const card = { clientSecret, cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };

const checkout: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/checkout/config',
    access: 'public',
    tag: 'Checkout',
    summary: 'How payment is taken',
    answer: { status: 200, description: 'The provider, and its public key', schema: checkoutConfigSchema },
    examples: [{ name: 'names the provider', status: 200 }],
  },
  {
    method: 'POST',
    path: '/api/checkout/shipping',
    access: 'public',
    tag: 'Checkout',
    summary: 'Give the address; makes or changes the order of this cart',
    body: shippingAddressSchema,
    answer: { status: 200, description: 'What the payment form needs', schema: checkoutSchema },
    refusals: {
      409: 'A payment of this order is being confirmed, or the cart is being changed elsewhere',
      429: 'Too many from this address',
      502: 'The payment provider does not answer; the sandbox always does',
      503: 'A payment of another amount is being looked into',
    },
    examples: [
      { name: 'makes the order of a guest', as: 'a guest', given: ['a cart'], body: ADDRESS, status: 200 },
      { name: 'makes the order of a customer', as: 'a customer', given: ['a cart'], body: ADDRESS, status: 200 },
      { name: 'refuses an empty cart', as: 'a customer', body: ADDRESS, status: 409, sentence: 'Your cart is empty' },
      {
        name: 'tells of a price that has changed',
        as: 'a customer',
        given: ['a cart with a changed price'],
        body: ADDRESS,
        status: 409,
        sentence: 'A price in your cart has changed. Please check it and try again.',
        isSaidOnce: true,
      },
      {
        name: 'refuses what is no longer sold',
        as: 'a customer',
        given: ['a cart with something gone'],
        body: ADDRESS,
        status: 409,
        sentence: 'Something in your cart is no longer available. Please remove it and try again.',
      },
      ...(['name', 'address', 'city', 'state', 'zip', 'country'] as const).map((field) => ({
        name: `refuses an empty ${field}`,
        as: 'a customer' as const,
        body: { ...ADDRESS, [field]: ' ' },
        status: 400,
        sentence: `${field === 'zip' ? 'ZIP code' : field.charAt(0).toUpperCase() + field.slice(1)} is required`,
      })),
    ],
  },
  {
    method: 'POST',
    path: '/api/checkout/email',
    access: 'session',
    tag: 'Checkout',
    summary: 'Leave the e-mail address of a guest',
    body: checkoutEmailRequestSchema,
    answer: { status: 204, description: 'Kept with the order' },
    examples: [
      { name: 'keeps it', as: 'a guest', given: ['an open order'], body: { clientSecret, email: 'guest@example.org' }, status: 204 },
      { name: 'refuses what is no e-mail address', as: 'a guest', given: ['an open order'], body: { clientSecret, email: 'guest' }, status: 400, sentence: 'Invalid email address' },
      { name: 'knows no order of somebody else', as: 'a guest', given: ['a cart'], body: { clientSecret: 'made up', email: 'guest@example.org' }, ...notFound },
      { name: 'comes too late for a paid order', as: 'a guest', given: ['a paid order'], body: { clientSecret, email: 'guest@example.org' }, status: 409, sentence: 'This order can no longer be changed.' },
    ],
  },
  {
    method: 'POST',
    path: '/api/checkout/payment',
    access: 'session',
    tag: 'Checkout',
    summary: 'Ask, just before paying, whether the order still is what is shown',
    description: 'What was changed meanwhile (in another tab) is refused; a guest’s e-mail address is kept. The secret pays exactly what was shown.',
    body: paymentRequestSchema,
    answer: { status: 200, description: 'With what it is paid', schema: readyPaymentSchema },
    refusals: { 429: 'Too many from this address' },
    examples: [
      { name: 'is answered with the secret', as: 'a customer', given: ['an open order'], body: { orderNumber: SAMPLE.orderNumber, revision: SAMPLE.revision }, status: 200 },
      { name: 'tells what a changed order costs now', as: 'a customer', given: ['an open order'], body: { orderNumber: SAMPLE.orderNumber, revision: 'another' }, status: 409 },
      { name: 'needs a guest’s e-mail address', as: 'a guest', given: ['an order without an e-mail'], body: { orderNumber: SAMPLE.orderNumber, revision: SAMPLE.revision }, status: 400, sentence: 'Invalid email address' },
      { name: 'keeps it', as: 'a guest', given: ['an order without an e-mail'], body: { orderNumber: SAMPLE.orderNumber, revision: SAMPLE.revision, email: 'guest@example.org' }, status: 200 },
      { name: 'knows no order of somebody else', as: 'a guest', given: ['a cart'], body: { orderNumber: 'PA-0000000000', revision: 'any' }, ...notFound },
    ],
  },
  {
    method: 'GET',
    path: '/api/checkout/orders/:paymentIntentId',
    access: 'public',
    tag: 'Checkout',
    summary: 'What became of a payment',
    answer: { status: 200, description: 'The order, and whether it is paid', schema: placedOrderSchema },
    examples: [
      { name: 'tells an open one', as: 'a guest', given: ['an open order'], params: { paymentIntentId: SAMPLE.paymentIntent }, status: 200 },
      { name: 'tells a paid one', as: 'a customer', given: ['a paid order'], params: { paymentIntentId: SAMPLE.paymentIntent }, status: 200 },
      { name: 'knows none of somebody else', as: 'a guest', given: ['a cart'], params: { paymentIntentId: 'pi_made_up' }, ...notFound },
    ],
  },
];

const payment: readonly Operation[] = [
  {
    method: 'POST',
    path: '/api/sandbox/payments/confirm',
    access: 'session',
    tag: 'Checkout',
    summary: 'Pay with a test card, where no payment provider is set up',
    body: sandboxConfirmRequestSchema,
    answer: { status: 200, description: 'Paid, on its way, or to be confirmed by the bank’s customer first', schema: sandboxConfirmationSchema },
    refusals: { 409: 'The order was changed, or cancelled', 429: 'Too many from this address' },
    examples: [
      { name: 'pays', as: 'a customer', given: ['an open order'], body: card, status: 200 },
      { name: 'declines', as: 'a customer', given: ['an open order'], body: { ...card, cardNumber: '4000 0000 0000 0002' }, status: 422, sentence: 'Your card was declined.' },
      { name: 'declines for want of funds', as: 'a customer', given: ['an open order'], body: { ...card, cardNumber: '4000 0000 0000 9995' }, status: 422, sentence: 'Your card has insufficient funds.' },
      { name: 'takes no other amount than the order’s', as: 'a customer', given: ['an open order'], body: { ...card, amountCents: 1 }, status: 409 },
      { name: 'takes no money without an e-mail address', as: 'a guest', given: ['an order without an e-mail'], body: card, status: 400, sentence: 'Invalid email address' },
      { name: 'refuses a card that has expired', as: 'a customer', given: ['an open order'], body: { ...card, expiry: '01/20' }, status: 422 },
      { name: 'refuses half a card number', as: 'a customer', given: ['an open order'], body: { ...card, cardNumber: '4242' }, status: 400, sentence: 'Your card number is incomplete.' },
      { name: 'asks for the bank’s challenge', as: 'a customer', given: ['an open order'], body: { ...card, cardNumber: '4000 0025 0000 3155' }, status: 200 },
      { name: 'knows no other payment', as: 'a customer', body: { ...card, clientSecret: 'made up' }, ...notFound },
    ],
  },
  {
    method: 'POST',
    path: '/api/sandbox/payments/challenge',
    access: 'session',
    tag: 'Checkout',
    summary: 'Answer the bank of a test card that asks its customer first',
    body: sandboxChallengeRequestSchema,
    answer: { status: 200, description: 'Paid', schema: sandboxConfirmationSchema },
    refusals: { 429: 'Too many from this address' },
    examples: [
      { name: 'pays', as: 'a customer', given: ['a challenged payment'], body: { clientSecret, answer: 'complete' }, status: 200 },
      { name: 'fails', as: 'a customer', given: ['a challenged payment'], body: { clientSecret, answer: 'fail' }, status: 422, sentence: CHALLENGE_FAILED, isSaidOnce: true },
      { name: 'waits for nobody else', as: 'a customer', given: ['an open order'], body: { clientSecret, answer: 'complete' }, status: 409, sentence: 'Your bank no longer waits for an answer. Please pay again.' },
      { name: 'takes no other answer', as: 'a customer', body: { clientSecret, answer: 'perhaps' }, status: 400 },
      { name: 'knows no other payment', as: 'a customer', body: { clientSecret: 'made up', answer: 'complete' }, ...notFound },
    ],
  },
  {
    method: 'POST',
    path: '/api/webhooks/stripe',
    access: 'public',
    tag: 'Checkout',
    summary: 'What the payment provider has to say, signed',
    answer: { status: 200, description: 'Heard' },
    examples: [
      { name: 'refuses what is not signed', as: 'nobody', body: { id: 'evt_1' }, status: 400, sentence: 'The signature of this webhook is not valid.' },
      { name: 'refuses what is empty', as: 'nobody', status: 400, sentence: 'The webhook has no body.' },
    ],
  },
];

export const orderOperations: readonly Operation[] = [...cartOperations, ...checkout, ...payment];
