import { findUnprintableLetters } from './latin-letters.rules.js';

const ADDRESS = {
  name: 'Pat Doe',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
};

it.each([
  ['GR', { city: 'Αθήνα' }, { city: 'the city in Latin letters, such as Athina.' }],
  ['UA', { name: 'Олена' }, { name: 'the name in Latin letters, such as Olena Kovalenko.' }],
  ['JP', { address: '千代田区永田町1-7-1' }, { address: 'the address in Latin letters, such as 1-7-1 Nagatacho.' }],
  ['TW', { state: '臺北市' }, { state: 'the state in Latin letters, such as Shanghai.' }],
  ['GE', { address2: 'ბინა 5' }, { address2: 'this line in Latin letters, such as 12 Rustaveli Avenue.' }],
  ['EG', { address: 'شارع ٥' }, { address: 'the address in Latin letters, such as 12 Tahrir Street.' }],
])('asks in %s for %j in Latin letters', (code, change, ends) => {
  const errors = findUnprintableLetters(code, { ...ADDRESS, ...change });
  const expected = Object.entries(ends).map(([field, end]) => [
    field,
    `Parcel labels have Latin letters only. Please write ${end}`,
  ]);
  expect(Object.entries(errors)).toEqual(expected);
});

it.each(['Žofie Müller-Łuć', 'Nguyễn Đình', 'Kaʻū, 2º piso', '№ 5 “Haus” & Söhne, ℅ Ærø®', 'Ðorđe İpek'])(
  'takes %s',
  (name) => {
    expect(findUnprintableLetters('US', { ...ADDRESS, name })).toEqual({});
  },
);

it.each([
  ['🏠 12 Main St', '🏠'],
  ['12 Main St ❤', '❤'],
  ['☎ 12 Main St', '☎'],
  ['12 Main St 🇩🇪', '🇩🇪'],
  ['1\u20e3 Main St', '1\u20e3'],
])('asks for letters in %s', (address, sign) => {
  expect(findUnprintableLetters('US', { ...ADDRESS, address })).toEqual({
    address: `Parcel labels can’t show ${sign}. Please write the address in letters.`,
  });
});
