import { publicRoutes, listRoutes } from '@shop/contracts-all';
import { GatewayFixture } from './gateway.fixture.js';

const FILE = '20261120-140500123-welcome-0b6f1c1e.eml';
const DEV_MAIL = ['/dev/mail', `/dev/mail/${FILE}`, `/dev/mail/${FILE}/html`];

let development: GatewayFixture;
let production: GatewayFixture;
beforeAll(async () => {
  [development, production] = (await Promise.all(
    ['development', 'production'].map((environment) =>
      GatewayFixture.start({ NODE_ENV: environment, SITE_URL: 'https://shop.test' }),
    ),
  )) as [GatewayFixture, GatewayFixture];
});
afterAll(() => Promise.all([development.close(), production.close()]));

describe('routes for development only', () => {
  it('do not exist in production', async () => {
    for (const address of DEV_MAIL) {
      await development.call('GET', address);
      expect((await production.call('GET', address)).status).toBe(404);
    }
    expect(development.services.support.requests.map(({ url }) => url)).toEqual(DEV_MAIL);
    expect(production.services.support.requests).toEqual([]);
    expect(listRoutes('production')).toEqual(publicRoutes.filter(({ path }) => !path.startsWith('/dev/')));
  });
});

describe('the API documentation', () => {
  it('is an OpenAPI document with an ETag, also in production', async () => {
    const answer = await production.call('GET', '/api/openapi.json');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { openapi, paths } = JSON.parse(answer.text) as { openapi: string; paths: Record<string, object> };
    expect(openapi).toBe('3.1.1');
    expect(Object.keys(paths)).toContain('/api/cart/{itemId}');
    const headers = { 'if-none-match': answer.headers.etag ?? '' };
    expect((await production.call('GET', '/api/openapi.json', { headers })).status).toBe(304);
    expect((await production.call('HEAD', '/api/openapi.json')).text).toBe('');
    expect((await production.call('POST', '/api/openapi.json')).status).toBe(404);
  });

  it('is a page whose content security policy allows its scripts', async () => {
    const page = await development.call('GET', '/api/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
    for (const [, address = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([address, (await development.call('GET', address)).status]).toEqual([address, 200]);
    for (const address of ['/api/docs/../package.json', '/api/docs/nothing.js'])
      expect((await development.call('GET', address)).status).toBe(404);
    for (const address of ['/api/docs', '/api/docs/swagger-ui.css'])
      expect((await production.call('GET', address)).status).toBe(404);
  });
});
