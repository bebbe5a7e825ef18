import { giftMessageSchema } from './gift-message.js';
import { checkoutShippingSchema } from './shipping-address.js';

const ADDRESS = { name: 'Pat Doe', address: '1 Elm St', city: 'Springfield', state: 'IL', zip: '62704', country: 'US' };

it('keeps lines, and nothing that can’t be seen', () => {
  expect(giftMessageSchema.parse(' Happy\tbirthday,\r\n\n  Sam!\u200b ')).toBe('Happy birthday,\nSam!');
});

it.each([
  ['x'.repeat(201), 'Please use at most 200 characters for the gift message'],
  ['x\n'.repeat(9), 'Please use at most 8 lines for the gift message'],
  [7, 'Please enter the gift message as text'],
])('refuses %j', (message, error) => {
  expect(giftMessageSchema.safeParse(message).error?.issues.map(({ message: found }) => found)).toEqual([error]);
});

it('is a part of the checkout that may be absent, beside an address that must be whole', () => {
  expect(checkoutShippingSchema.parse(ADDRESS)).toEqual(ADDRESS);
  expect(checkoutShippingSchema.parse({ ...ADDRESS, giftMessage: 'x'.repeat(200) })).toHaveProperty('giftMessage');
  expect(checkoutShippingSchema.safeParse({ ...ADDRESS, state: '', giftMessage: 'Hi' }).success).toBe(false);
});
