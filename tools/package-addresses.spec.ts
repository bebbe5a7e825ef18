import { telling, withAddresses } from './package-addresses.mjs';

const SETTINGS = { registry: 'https://mirror.example/npm/', '@shop:registry': 'https://shop.example' };

function addressOf(path: string, entry: object): unknown {
  const packages: Record<string, { name?: string; resolved?: string }> = { '': { name: 'shop' }, [path]: entry };
  return withAddresses({ packages }, SETTINGS).packages[path]?.resolved;
}

describe('the address of a package', () => {
  const version = '1.2.3';
  const integrity = 'sha512-a';

  it.each([
    ['is its file in the registry', 'node_modules/left', {}, 'https://mirror.example/npm/left/-/left-1.2.3.tgz'],
    [
      'is found also below another package',
      'apps/shop/node_modules/a/node_modules/left',
      {},
      'https://mirror.example/npm/left/-/left-1.2.3.tgz',
    ],
    ['has the scope in it', 'node_modules/@a/left', {}, 'https://mirror.example/npm/@a/left/-/left-1.2.3.tgz'],
    [
      "is in its scope's own registry",
      'node_modules/@shop/left',
      {},
      'https://shop.example/@shop/left/-/left-1.2.3.tgz',
    ],
    [
      'is that of the name under which it was published',
      'node_modules/old-left',
      { name: 'left' },
      'https://mirror.example/npm/left/-/left-1.2.3.tgz',
    ],
    [
      'stays as the lock tells it',
      'node_modules/left',
      { resolved: 'https://elsewhere.example/left.tgz' },
      'https://elsewhere.example/left.tgz',
    ],
    ['is not made up for what has no checksum', 'node_modules/left', { integrity: undefined }, undefined],
    ['is none where it lies in another', 'node_modules/a/node_modules/left', { inBundle: true }, undefined],
    ['is none where it is of this project', 'apps/shop', {}, undefined],
  ])('%s', (_, path, change, address) => {
    expect(addressOf(path, { version, integrity, ...change })).toBe(address);
  });

  it('changes nothing else in the lock', () => {
    const lock = {
      name: 'shop',
      lockfileVersion: 3,
      packages: { '': { name: 'shop' }, 'node_modules/left': { version, integrity, dev: true } },
    };
    const before = structuredClone(lock);
    expect(withAddresses(lock, SETTINGS)).toEqual({
      ...lock,
      packages: {
        '': { name: 'shop' },
        'node_modules/left': { version, integrity, dev: true, resolved: expect.any(String) },
      },
    });
    expect(lock).toEqual(before);
  });
});

it('what can not be told is no reason not to install', async () => {
  expect(await telling('/no/such/folder', SETTINGS, () => Promise.resolve('installed'))).toBe('installed');
});
