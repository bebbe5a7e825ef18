import { shippingAddressSchema, type ShippingAddress, toAddressBody, toAddressFormSchema } from './shipping-address.js';

const UNUSUAL_ADDRESS: ShippingAddress = {
  name: '7',
  address: '?',
  city: '1',
  state: 'somewhere',
  zip: 'no digits',
  country: 'US',
};
const getMessages = (address: object) =>
  shippingAddressSchema.safeParse(address).error?.issues.map(({ message }) => message) ?? [];

describe('shippingAddressSchema', () => {
  it('checks no format', () => {
    expect(shippingAddressSchema.parse(UNUSUAL_ADDRESS)).toEqual(UNUSUAL_ADDRESS);
  });

  it.each([
    ['\u202ePat\u200b Doe', 'Pat Doe'],
    ['1 Main St\tApt\u00074', '1 Main St Apt 4'],
    ['Jos\u00e9\u00ad', 'Jos\u00e9'],
    ['Pat \u2764\ufe0f', 'Pat \u2764'],
    ['ＪＲ　Ｔｏｗｅｒ　１－２', 'JR Tower 1-2'],
    ['𝓟𝓪𝓽 Ĳsselﬂat 2º', 'Pat IJsselflat 2º'],
  ])('reads %j as plain text', (text, expected) => {
    const address = { ...UNUSUAL_ADDRESS, name: text, address2: text };
    expect(shippingAddressSchema.parse(address)).toMatchObject({ name: expected, address2: expected });
  });

  it('takes a field with nothing but invisible marks for empty', () => {
    expect(getMessages({ ...UNUSUAL_ADDRESS, city: '\u200b\u2800', state: '\u2060\u3164' })).toEqual([
      'City is required',
      'State is required',
    ]);
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

describe('toAddressFormSchema', () => {
  const getFormMessages = (address: object, languages = ['en-US']) =>
    toAddressFormSchema(languages)
      .safeParse({ ...UNUSUAL_ADDRESS, ...address })
      .error?.issues.map(({ message }) => message) ?? [];

  it.each(['US', ' us ', 'United States', 'USA', '', 'Republic of Elsewhere', 'Deutschland', 'CA', 'Italy'])(
    'requires the state with the country %j',
    (country) => {
      expect(getFormMessages({ state: ' ', country })).toContain('State is required');
    },
  );

  it.each([
    ['DE', []],
    ['germany', []],
    ['Deutschland', ['de-DE']],
    ['France', ['no language', 'en']],
  ])('does not require it with the country %j, written in %j', (country, languages) => {
    expect(getFormMessages({ state: '', country }, languages)).toEqual([]);
  });

  it('names all six empty fields of an empty form', () => {
    const empty = { name: '', address: '', address2: '', city: '', state: '', zip: '', country: '', phone: '' };
    expect(getFormMessages(empty).sort()).toEqual([
      'Address is required',
      'City is required',
      'Country is required',
      'Name is required',
      'State is required',
      'ZIP code is required',
    ]);
  });
});

it('toAddressBody leaves out the optional fields that are empty', () => {
  expect(toAddressBody({ ...UNUSUAL_ADDRESS, address2: '', phone: '' })).toEqual(UNUSUAL_ADDRESS);
  const filled = { ...UNUSUAL_ADDRESS, address2: 'Apt 4', phone: '+49 30 1' };
  expect(toAddressBody(filled)).toEqual(filled);
});
