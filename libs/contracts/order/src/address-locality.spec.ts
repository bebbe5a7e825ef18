import { listLocalityParts } from './address-locality.js';

const format = (city: string, state: string, zip: string, country: string): string =>
  listLocalityParts({ city, state, zip, country })
    .map(({ separator, text }) => `${separator}${text}`)
    .join('');

it.each([
  ['Springfield', 'IL', '62704', 'US', 'Springfield, IL 62704'],
  ['Berlin', '', '10115', 'DE', '10115 Berlin'],
  ['Berlin', '-', '10115', 'DE', '10115 Berlin'],
  ['Ciudad de México', 'CMX', '06000', 'MX', '06000 Ciudad de México, CMX'],
  ['London', '', 'SW1A 1AA', 'GB', 'London, SW1A 1AA'],
  ['Hong Kong', '', '-', 'HK', 'Hong Kong'],
  ['', 'IL', '62704', 'US', 'IL 62704'],
  ['Berlin', '', '', 'DE', 'Berlin'],
  ['', '', '', '', ''],
  ['Springfield', 'IL', '62704', 'Somewhere', 'Springfield, IL 62704'],
])('%j, %j, %j in %j is %j', (city, state, zip, country, text) => {
  expect(format(city, state, zip, country)).toBe(text);
});
