import fc from 'fast-check';
import { isDomainError } from '@shop/contracts-common';
import type { ShippingAddress } from '@shop/contracts-order';
import { findCountryCode, listCountryCodes } from './country-names.js';
import { findCountryObstacle } from './delivery-countries.rules.js';
import { LINE_MAX, splitAddress, toLabelLines, toShippableAddress } from './shippable-address.rules.js';

const ADDRESS: ShippingAddress = {
  name: 'Pat Doe',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
};
const ALL = new Set(listCountryCodes().filter((code) => findCountryObstacle(code) === null));

const ZIPS: Readonly<Record<string, string>> = { US: '62701', CA: 'H3Z 2Y7', AU: '2060' };

const check = (change: Partial<ShippingAddress>, served: ReadonlySet<string> = ALL) =>
  toShippableAddress({ ...ADDRESS, ...change }, served);

function getErrors(change: Partial<ShippingAddress>, served: ReadonlySet<string> = ALL): Record<string, string> {
  try {
    check(change, served);
  } catch (error) {
    if (isDomainError(error) && error.kind === 'impossible') return error.options.fieldErrors ?? {};
    throw error;
  }
  return {};
}

describe('toShippableAddress', () => {
  it('stores the code of the country', () => {
    expect(check({})).toEqual(ADDRESS);
    expect(check({ country: 'Deutschland', state: 'Bayern', zip: '80331' })).toMatchObject({
      country: 'DE',
      state: 'Bayern',
      zip: '80331',
    });
  });

  it('stores the second line and the phone number only if they are filled', () => {
    const further = { address2: 'Apt 4', phone: '+1 217 555 0100' };
    expect(check(further)).toEqual({ ...ADDRESS, ...further });
    expect(check({ address2: '', phone: '' })).toEqual(ADDRESS);
  });

  it.each([
    ['Germany', '80331'],
    ['Deutschland', '80331'],
    ['France', '75001'],
  ])('takes an empty state in %s, which has none', (country, zip) => {
    expect(check({ country, zip, state: '' }).state).toBe('');
  });

  it.each(['US', 'usa', 'Canada', 'Italia', 'Freedonia'])('requires the state in %s', (country) => {
    expect(getErrors({ country, state: '', zip: 'H3Z 2Y7' }).state).toBe('State is required');
  });

  it('separates several messages by full stops', () => {
    expect(() => check({ country: 'Freedonia', state: '' })).toThrow(
      /^State is required\. We don’t know this country\./,
    );
    expect(() => check({ country: 'US', state: '' })).toThrow(/^State is required$/);
  });

  it.each([
    [{ state: 'MA', zip: '2134' }, 'This ZIP code can’t be right. Did you mean 02134?'],
    [{ zip: 'ABCDE' }, 'This ZIP code can’t be right. In this country it looks like 95014.'],
    [
      { country: 'CA', state: 'ON', zip: '123' },
      'This ZIP code can’t be right. In this country it looks like H3Z 2Y7.',
    ],
    [{ country: 'GB', zip: 'SW1' }, 'This ZIP code can’t be right. In this country it looks like EC1Y 8SY.'],
    [{ country: 'DE', zip: '10115 Berlin' }, 'This ZIP code can’t be right. Did you mean 10115?'],
  ])('refuses the ZIP code of %j', (change, zip) => {
    expect(getErrors(change)).toEqual({ zip });
  });

  it('asks for Latin letters, whatever the country’s name is written in', () => {
    expect(
      Object.keys(getErrors({ country: '日本', address: '永田町1-7-1', city: '千代田区', zip: '100-0001' })),
    ).toEqual(['address', 'city']);
  });

  it('takes military addresses of the United States only, and knows their states', () => {
    const military = { address: 'PSC 3 Box 4120', city: 'APO', state: 'AE', zip: '09021' };
    expect(check(military)).toMatchObject(military);
    expect(getErrors({ ...military, state: 'NY' })).toEqual({
      state: 'The state of an APO, FPO or DPO is AE (Europe), AA (Americas) or AP (Pacific).',
    });
    expect(getErrors({ ...military, country: 'Germany' })).toEqual({
      country: 'APO, FPO and DPO are American post offices everywhere. Please write US as the country.',
    });
  });

  it('has no effect on an address that it returned', () => {
    for (const change of [{ country: 'united arab emirates', state: 'Dubai', zip: 'n/a' }, { state: 'illinois' }]) {
      const stored = check(change);
      expect(toShippableAddress(stored, ALL)).toEqual(stored);
    }
  });

  it('refuses an unknown country with what to do', () => {
    expect(getErrors({ country: 'Freedonia' })).toEqual({
      country:
        'We don’t know this country. Please choose one of the suggestions, or write its two-letter code, such as US.',
    });
  });

  it.each([
    ['Russia', 'Russia'],
    ['Россия', 'Russia'],
    ['BY', 'Belarus'],
    ['Cuba', 'Cuba'],
    ['IRN', 'Iran'],
    ['North Korea', 'North Korea'],
    ['Syria', 'Syria'],
    ['Ecuador', 'Ecuador'],
  ])('refuses %s, to which the printer sends nothing', (country, name) => {
    expect(getErrors({ country })).toEqual({
      country: `We can’t deliver to ${name}. Please give an address in another country.`,
    });
  });

  it.each(['Brasil', 'BR', '대한민국', 'South Korea'])('refuses %s, where parcels need a tax number', (country) => {
    expect(getErrors({ country }).country).toMatch(
      /^We can’t deliver to (Brazil|South Korea) yet, because parcels need/,
    );
  });

  it('refuses a country that the shop does not deliver to', () => {
    const served = new Set(['US']);
    expect(getErrors({ country: 'Canada', state: 'ON' }, served).country).toMatch(/^We can’t deliver to Canada\./);
    expect(check({}, served)).toEqual(ADDRESS);
  });

  it.each([
    { state: 'Crimea', city: 'Yalta', zip: '01001' },
    { state: 'м. Севастополь', city: 'Севастополь', zip: '01001' },
    { state: '-', city: 'Donetsk', zip: '01001' },
    { state: 'Luhansk Oblast', city: 'Luhansk', zip: '01001' },
    { state: '-', city: 'Simferopol', zip: '95000' },
  ])('refuses the parts of Ukraine to which the printer sends nothing: %j', (change) => {
    expect(getErrors({ ...change, country: 'Ukraine' })).toEqual({
      state: 'We can’t deliver to this part of Ukraine. Please give another address.',
    });
    expect(check({ country: 'UA', state: 'Kyiv', city: 'Kyiv', zip: '01001' }).country).toBe('UA');
  });

  it.each([
    ['US', 'california', 'CA'],
    ['US', ' new  york ', 'NY'],
    ['US', 'Washington, D.C.', 'DC'],
    ['US', 'washington', 'WA'],
    ['US', 'AE', 'AE'],
    ['Canada', 'Québec', 'QC'],
    ['CA', 'B.C.', 'BC'],
    ['Australia', 'New South Wales', 'NSW'],
    ['AU', 'wa', 'WA'],
  ])('stores for %s the state %j as %s', (country, state, code) => {
    expect(check({ country, state, zip: ZIPS[findCountryCode(country) ?? ''] }).state).toBe(code);
  });

  it.each([
    ['US', 'Bavaria', 'CA or California'],
    ['US', '-', 'CA or California'],
    ['CA', 'NY', 'ON or Ontario'],
    ['CA', 'n/a', 'ON or Ontario'],
    ['AU', 'none', 'NSW or New South Wales'],
  ])('refuses for %s the state %j, which the printer needs', (country, state, example) => {
    expect(getErrors({ country, state, zip: ZIPS[country] })).toEqual({
      state: `We don’t know this state. Please write the code or the name of a state of this country, such as ${example}.`,
    });
  });

  it.each(['-', '--', '.', 'n/a', 'N/A', 'NA', 'none', 'None.', 'no', 'not applicable', 'xx', '—'])(
    'stores the state and ZIP code %j as none where the country has none',
    (text) => {
      expect(check({ country: 'HK', state: text, zip: text })).toMatchObject({ state: '-', zip: '-' });
      expect(check({ country: 'DE', state: text }).state).toBe('');
    },
  );

  it('keeps the provinces NA and NO', () => {
    expect(check({ country: 'IT', state: 'NA' }).state).toBe('NA');
    expect(check({ country: 'IT', state: 'n/a' }).state).toBe('-');
  });

  it.each(['-', 'none', '00000'])('refuses the ZIP code %j where the country has ZIP codes', (zip) => {
    for (const country of ['US', 'DE', 'JP'])
      expect(getErrors({ country, zip })).toEqual({
        zip: 'Please give the ZIP code: parcels to this country need one.',
      });
  });

  it('refuses an address that does not fit on the label', () => {
    const message =
      'Parcel labels have two lines of 35 characters for the address. Please shorten it, or put a space into a very long word.';
    expect(getErrors({ address: 'a'.repeat(36) })).toEqual({ address: message });
    expect(getErrors({ address: `${'a'.repeat(30)} `.repeat(3) })).toEqual({ address: message });
    expect(check({ address: `${'a'.repeat(35)} ${'b'.repeat(35)}` }).address).toHaveLength(71);
  });

  it('names all fields that are wrong', () => {
    expect(Object.keys(getErrors({ address: 'a'.repeat(36), state: '-', zip: '-' }))).toEqual([
      'address',
      'state',
      'zip',
    ]);
    expect(Object.keys(getErrors({ address: 'a'.repeat(36), country: '-' }))).toEqual(['address', 'country']);
  });
});

describe('toLabelLines', () => {
  it.each([
    ['12 Elm Street', 'Apt 4', { address1: '12 Elm Street', address2: 'Apt 4' }],
    ['12 Elm Street', undefined, { address1: '12 Elm Street', address2: null }],
    [
      '12 Elm Street, Springfield Gardens Building',
      'Apt 4',
      { address1: '12 Elm Street, Springfield Gardens', address2: 'Building Apt 4' },
    ],
    ['12 Elm Street', 'a'.repeat(36), null],
  ])('splits %j and %j into %j', (address, address2, lines) => {
    expect(toLabelLines({ ...ADDRESS, address, address2 })).toEqual(lines);
  });
});

describe('splitAddress', () => {
  it.each([
    ['12 Elm Street', { address1: '12 Elm Street', address2: null }],
    [
      'Wilhelm-von-Humboldt-Straße 124, Hinterhaus',
      { address1: 'Wilhelm-von-Humboldt-Straße 124,', address2: 'Hinterhaus' },
    ],
    [`${'a'.repeat(35)} ${'b'.repeat(35)}`, { address1: 'a'.repeat(35), address2: 'b'.repeat(35) }],
    ['🐶'.repeat(35), { address1: '🐶'.repeat(35), address2: null }],
    ['a'.repeat(36), null],
    [`12 ${'a'.repeat(36)}`, null],
    [`${'a'.repeat(20)} ${'b'.repeat(20)} ${'c'.repeat(20)}`, null],
    [' ', null],
  ])('splits %j into %j', (address, lines) => {
    expect(splitAddress(address)).toEqual(lines);
  });

  it('keeps every word in its sequence, on lines that fit, and refuses only what fits on no two lines', () => {
    const word = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => !/\s/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom(' ', '\n', '  '), (words, space) => {
        const lines = splitAddress(words.join(space));
        const fits = (part: string[]) => [...part.join(' ')].length <= LINE_MAX;
        const isPossible = words.some((_, index) => fits(words.slice(0, index + 1)) && fits(words.slice(index + 1)));
        expect(lines !== null).toBe(isPossible);
        if (!lines) return;
        const all = [lines.address1, ...(lines.address2 === null ? [] : [lines.address2])];
        expect(all.join(' ').split(' ')).toEqual(words);
        for (const line of all) expect([...line].length).toBeLessThanOrEqual(LINE_MAX);
      }),
    );
  });
});
