import { readConfig } from './config.js';

const SERVICES = Object.fromEntries(
  ['IDENTITY', 'CATALOG', 'ART', 'ORDER', 'SUPPORT'].map((name) => [`${name}_URL`, 'http://service']),
);
const read = (NODE_ENV: string, SITE_URL?: string) =>
  readConfig({ ...SERVICES, GATEWAY_PRIVATE_KEY: 'key', NODE_ENV, SITE_URL });

describe('SITE_URL in production', () => {
  it.each(['http://shop.example', 'http://10.0.0.5:3000', 'http://localhost.example'])('cannot be %s', (url) => {
    expect(() => read('production', url)).toThrow('SITE_URL: must start with https:// in production');
    expect(() => read('development', url)).not.toThrow();
  });

  it.each(['https://shop.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', undefined])(
    'can be %s',
    (url) => expect(() => read('production', url)).not.toThrow(),
  );
});
