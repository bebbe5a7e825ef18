import { toApiAddress } from './stripe.client.js';

it.each([
  ['https://proxy.example', { protocol: 'https', host: 'proxy.example', port: '443' }],
  ['http://proxy.example', { protocol: 'http', host: 'proxy.example', port: '80' }],
  ['https://proxy.example:8443/', { protocol: 'https', host: 'proxy.example', port: '8443' }],
  ['http://127.0.0.1:12111', { protocol: 'http', host: '127.0.0.1', port: '12111' }],
  ['http://[::1]:12111', { protocol: 'http', host: '::1', port: '12111' }],
])('splits the API address %s into %j', (address, expected) => {
  expect(toApiAddress(address)).toEqual(expected);
});
