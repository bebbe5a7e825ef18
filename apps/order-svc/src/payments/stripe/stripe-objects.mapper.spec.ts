import type Stripe from 'stripe';
import { toEventContent, toIntent, toNewShipping, toShipping } from './stripe-objects.mapper.js';

const intent = (change: Partial<Stripe.PaymentIntent> = {}): Stripe.PaymentIntent =>
  ({
    id: 'pi_1',
    client_secret: 'pi_1_secret_2',
    status: 'requires_payment_method',
    amount: 3_591,
    amount_received: 0,
    currency: 'usd',
    last_payment_error: null,
    metadata: {},
    ...change,
  }) as Stripe.PaymentIntent;

describe('toIntent', () => {
  it.each([
    ['requires_payment_method', 'open'],
    ['requires_confirmation', 'open'],
    ['requires_action', 'open'],
    ['processing', 'processing'],
    ['requires_capture', 'processing'],
    ['something new', 'processing'],
    ['succeeded', 'succeeded'],
    ['canceled', 'canceled'],
  ])('maps %s to %s', (status, expected) => {
    expect(toIntent(intent({ status })).status).toBe(expected);
  });

  it.each([
    ['requires_action', { next_action: { type: 'verify_with_microdeposits' } }, true],
    ['requires_action', { next_action: { type: 'konbini_display_details' } }, true],
    ['requires_action', { next_action: { type: 'use_stripe_sdk' } }, undefined],
    ['requires_payment_method', { next_action: null }, undefined],
    ['processing', { latest_charge: { payment_method_details: { type: 'us_bank_account' } } }, true],
    ['processing', { latest_charge: { payment_method_details: { type: 'card' } } }, undefined],
    ['processing', { latest_charge: 'ch_1' }, undefined],
    ['processing', { latest_charge: null }, undefined],
  ])('%s with %j takes days: %s', (status, change, expected) => {
    expect(toIntent(intent({ status, ...change } as Partial<Stripe.PaymentIntent>)).takesDays).toBe(expected);
  });

  it('uses the received amount once the intent has succeeded', () => {
    expect(toIntent(intent({ amount_received: 100 })).amountCents).toBe(3_591);
    expect(toIntent(intent({ status: 'succeeded', amount_received: 100 })).amountCents).toBe(100);
  });

  it.each([
    ['card_error', 'Your card was declined.', 'Your card was declined.'],
    ['card_error', undefined, "Your payment didn't go through. Please try another way to pay."],
    ['api_error', 'For developers only', "Your payment didn't go through. Please try another way to pay."],
  ])('a decline with %s and %s has the message "%s"', (type, message, expected) => {
    expect(toIntent(intent({ last_payment_error: { type, message } })).failureMessage).toBe(expected);
  });

  it('has no failure message while the next attempt is in progress', () => {
    const last_payment_error = {
      type: 'card_error',
      message: 'Your card was declined.',
    } as Stripe.PaymentIntent.LastPaymentError;
    expect(toIntent(intent({ status: 'requires_action', last_payment_error })).failureMessage).toBeNull();
  });
});

it.each(['payment_intent.created', 'charge.succeeded', 'invoice.paid'])('ignores the event %s', (type) => {
  expect(
    toEventContent({ type, data: { object: intent({ metadata: { orderId: '1' } }) } } as Stripe.Event, 'shop.example'),
  ).toEqual({ about: 'nothing' });
});

it.each([
  [
    { shop: 'shop.example', orderId: '1' },
    { about: 'intent', intent: expect.anything() },
  ],
  [{ orderId: '1' }, { about: 'intent', intent: expect.anything(), claimedOrderId: '1' }],
  [
    { shop: 'other.example', orderId: '1' },
    { about: 'intent', intent: expect.anything(), claimedOrderId: '1' },
  ],
  [{ shop: 'other.example' }, { about: 'nothing' }],
  [{}, { about: 'nothing' }],
])('maps an intent with %j to %j for shop.example', (metadata, content) => {
  expect(
    toEventContent(
      { type: 'payment_intent.succeeded', data: { object: intent({ metadata }) } } as Stripe.Event,
      'shop.example',
    ),
  ).toEqual(content);
});

it('leaves out the state and ZIP code of a country that has none', () => {
  const address = { name: 'Pat', address: '1', city: 'C', state: 'IL', zip: '62701', country: 'US' };
  expect(toShipping(address).address).toEqual({
    line1: '1',
    city: 'C',
    state: 'IL',
    postal_code: '62701',
    country: 'US',
  });
  expect(toShipping({ ...address, address2: 'Apt 4', phone: '1' })).toEqual({
    name: 'Pat',
    address: { line1: '1', line2: 'Apt 4', city: 'C', state: 'IL', postal_code: '62701', country: 'US' },
  });
  for (const none of ['-', ''])
    expect(toShipping({ ...address, state: none, zip: none, country: 'HK' }).address).toEqual({
      line1: '1',
      city: 'C',
      country: 'HK',
    });
});

it('removes what another address does not have', () => {
  const address = { name: 'Pat', address: '1', city: 'C', state: '-', zip: '-', country: 'HK' };
  expect(toNewShipping(address).address).toEqual({
    line1: '1',
    line2: '',
    city: 'C',
    state: '',
    postal_code: '',
    country: 'HK',
  });
});
