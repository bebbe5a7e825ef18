import { shippingAddressSchema, type ShippingAddress } from './order.js';

const UNUSUAL_ADDRESS: ShippingAddress = {
  name: '7',
  address: '?',
  city: '1',
  state: 'somewhere',
  zip: 'no digits',
  country: 'Republic of Elsewhere',
};
const getMessages = (address: object) =>
  shippingAddressSchema.safeParse(address).error?.issues.map(({ message }) => message) ?? [];

describe('shippingAddressSchema', () => {
  it('checks no format', () => {
    expect(shippingAddressSchema.parse(UNUSUAL_ADDRESS)).toEqual(UNUSUAL_ADDRESS);
  });

  it.each([
    ['name', 'Name', 200],
    ['address', 'Address', 300],
    ['city', 'City', 200],
    ['state', 'State', 200],
    ['zip', 'ZIP code', 20],
    ['country', 'Country', 100],
  ])('requires %s and limits its length', (field, label, max) => {
    expect(getMessages({ ...UNUSUAL_ADDRESS, [field]: '  ' })).toEqual([`${label} is required`]);
    expect(getMessages({ ...UNUSUAL_ADDRESS, [field]: 'x'.repeat(max) })).toEqual([]);
    expect(getMessages({ ...UNUSUAL_ADDRESS, [field]: 'x'.repeat(max + 1) })).toEqual([
      `Please use at most ${max} characters`,
    ]);
  });
});
