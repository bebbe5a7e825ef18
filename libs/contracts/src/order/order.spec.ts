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

describe('a shipping address', () => {
  it('is held to no format', () => {
    expect(shippingAddressSchema.parse(UNUSUAL_ADDRESS)).toEqual(UNUSUAL_ADDRESS);
  });

  it.each([
    ['name', 'Name', 200],
    ['address', 'Address', 300],
    ['city', 'City', 200],
    ['state', 'State', 200],
    ['zip', 'ZIP code', 20],
    ['country', 'Country', 100],
  ])('needs its %s, of a length that can be kept', (field, label, most) => {
    expect(getMessages({ ...UNUSUAL_ADDRESS, [field]: '  ' })).toEqual([`${label} is required`]);
    expect(getMessages({ ...UNUSUAL_ADDRESS, [field]: 'x'.repeat(most) })).toEqual([]);
    expect(getMessages({ ...UNUSUAL_ADDRESS, [field]: 'x'.repeat(most + 1) })).toEqual([`Please use at most ${most} characters`]);
  });
});
