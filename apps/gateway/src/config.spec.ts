import { createHostCheck, getServiceUrls, readConfig } from './config.js';

const SERVICE_URLS = ['IDENTITY_URL', 'CATALOG_URL', 'ART_URL', 'ORDER_URL', 'SUPPORT_URL'];
const ENVIRONMENT = Object.fromEntries(SERVICE_URLS.map((name) => [name, 'http://127.0.0.1:1']));
const GATEWAY_PRIVATE_KEY = 'key';
const read = (env: Record<string, string> = {}) => readConfig({ ...ENVIRONMENT, GATEWAY_PRIVATE_KEY, ...env });

describe('readConfig', () => {
  it.each([
    ['', []],
    ['0', []],
    ['10.0.0.5', ['10.0.0.5']],
    ['loopback, 172.16.0.0/12,fd00::/8', ['loopback', '172.16.0.0/12', 'fd00::/8']],
  ])('reads TRUST_PROXY=%s as the addresses of the proxies', (TRUST_PROXY, proxies) =>
    expect(read({ TRUST_PROXY }).TRUST_PROXY).toEqual(proxies),
  );

  it.each(['1', 'true', 'proxy.example', '10.0.0.0/99', 'loopback,'])('refuses TRUST_PROXY=%s', (TRUST_PROXY) =>
    expect(() => read({ TRUST_PROXY })).toThrow(
      'TRUST_PROXY: must list the addresses of your proxies, not their number',
    ),
  );

  it('refuses to be reachable from other machines without settings for production', () => {
    expect(() => read({ HOST: '0.0.0.0' })).toThrow(
      /gateway cannot start.*\n {2}HOST: 0\.0\.0\.0 .*NODE_ENV=production/s,
    );
    expect(() => read({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow('STRIPE_PUBLISHABLE_KEY: a live key');
    expect(() => read({ HOST: '0.0.0.0', NODE_ENV: 'production' })).toThrow('SITE_URL: is missing');
    const SITE_URL = 'https://shop.example';
    const production = { HOST: '0.0.0.0', NODE_ENV: 'production', SITE_URL };
    expect(read(production)).toMatchObject({ HOST: '0.0.0.0', SITE_URL });
    expect(() => read({ ...production, GATEWAY_PRIVATE_KEY: '' })).toThrow('GATEWAY_PRIVATE_KEY: must be set');
  });
});

describe('getServiceUrls', () => {
  it.each([
    [{}, 'http://sandbox'],
    [{ NODE_ENV: 'production', SITE_URL: 'https://shop.example' }, undefined],
    [{ NODE_ENV: 'production', SITE_URL: 'https://shop.example', ALLOW_SANDBOX_PAYMENTS: 'true' }, 'http://sandbox'],
  ])('has a sandbox in development, and in production if it is allowed: %j', (env, url) =>
    expect(getServiceUrls(read({ ...env, SANDBOX_URL: 'http://sandbox' })).sandbox).toBe(url),
  );
});

describe('createHostCheck', () => {
  const site = { SITE_URL: 'https://Shop.example:8443', NODE_ENV: 'production' };
  const isOwn = (header: string | undefined, env: Record<string, string> = site) => createHostCheck(read(env))(header);

  it.each(['shop.example', 'SHOP.example', 'shop.example:8443', 'shop.example:3000'])('accepts %s', (header) =>
    expect(isOwn(header)).toBe(true),
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'shop.example.evil.example',
    'evil@shop.example',
    'localhost',
    '127.0.0.1:3000',
  ])('refuses %s in production', (header) => expect(isOwn(header)).toBe(false));

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])(
    'accepts %s in development, and for a site on this machine',
    (header) => {
      expect(isOwn(header, { SITE_URL: site.SITE_URL })).toBe(true);
      expect(isOwn(header, { NODE_ENV: 'production' })).toBe(true);
      expect(isOwn('evil.example', { NODE_ENV: 'development' })).toBe(false);
    },
  );
});

describe('SITE_URL in production', () => {
  it.each(['http://shop.example', 'http://10.0.0.5:3000', 'http://localhost.example'])('cannot be %s', (SITE_URL) => {
    expect(() => read({ NODE_ENV: 'production', SITE_URL })).toThrow(
      'SITE_URL: must start with https:// in production',
    );
    expect(() => read({ SITE_URL })).not.toThrow();
  });

  it.each(['https://shop.example', 'http://localhost:3000', 'http://[::1]:3000', ''])('can be "%s"', (SITE_URL) =>
    expect(() => read({ NODE_ENV: 'production', SITE_URL })).not.toThrow(),
  );
});
