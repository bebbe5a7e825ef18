import { isStoreAddress, openWritableStore } from './open-store.js';

it.each([
  ['/srv/releases', true],
  ['s3://bucket/web', true],
  ['https://cdn.example/web', true],
  ['http://127.0.0.1:8080', true],
  ['http://cdn.example', false],
  ['https://user:key@cdn.example', false],
  ['https://cdn.example/web?key=1', false],
  ['s3://bucket/web#x', false],
  ['releases', false],
  ['ftp://example', false],
])('%s is the address of a store: %s', (address, expected) => expect(isStoreAddress(address)).toBe(expected));

it('an origin takes no release', async () => {
  await expect(openWritableStore('https://cdn.example', { S3_REGION: '' })).rejects.toThrow('is read only');
});
