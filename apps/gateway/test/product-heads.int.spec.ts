import { GatewayFixture } from './gateway.fixture.js';
import { TestReleases } from './release.fixture.js';

const PAGE = '<!doctype html><html><head><title>Shell</title></head><body></body></html>';
const SHELL = {
  pages: { '/products/:slug': '<title>Product</title><meta name="description" content="Any">' },
  missing: '<title>Nothing here</title>',
  texts: { '/sitemap.xml': '<urlset><url><loc>{origin}/products</loc></url></urlset>' },
};
const STORE = { pages: { '/products/:slug': '<link rel="modulepreload" href="{base}page.js">' } };
const html = { accept: 'text/html' };

let releases: TestReleases;
let fixture: GatewayFixture;
beforeAll(async () => {
  releases = await TestReleases.open();
  await releases.release('shell', { 'index.html': PAGE, 'site.json': JSON.stringify(SHELL) });
  await releases.release('store', { 'mf-manifest.json': '{}', 'site.json': JSON.stringify(STORE) });
  fixture = await GatewayFixture.start({
    SITE_URL: 'https://shop.test/',
    ...releases.createEnvironment(['shell', 'store']),
  });
});
afterAll(async () => {
  await fixture.close();
  await releases.close();
});
beforeEach(() => fixture.services.catalog.reset());

const answer = (status: number, body: unknown, path = '/internal/page-heads/products/tee'): void =>
  void fixture.services.catalog.handlers.set(path, (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
const open = (path = '/products/tee') => fixture.call('GET', path, { headers: html });
const GENERAL = expect.stringContaining('<title>Product</title>') as string;

it('has the head that the catalogue knows, and the preloads of the page', async () => {
  answer(200, {
    title: 'Tee',
    description: 'Soft',
    picture: null,
    canonicalPath: '/products/tee',
    data: { '@type': 'Product', name: '</script>', url: '{origin}/products/tee' },
  });
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(text).toContain('<title>Tee</title><meta name="description" content="Soft">');
  expect(text).toContain('<link rel="canonical" href="https://shop.test/products/tee">');
  expect(text).toContain('"name":"\\u003c/script>","url":"https://shop.test/products/tee"}</script>');
  expect(text).toContain('<link rel="modulepreload" href="/remotes/store/page.js">');
  expect(text).not.toContain('content="Any"');
  expect(fixture.services.catalog.requests[0]?.headers).toHaveProperty('x-service-token');
});

it('moves with the product, and is asked for again', async () => {
  answer(200, { movedTo: '/products/new-tee' });
  const { status, headers } = await open();
  expect(status).toBe(301);
  expect(headers).toMatchObject({ location: '/products/new-tee', 'cache-control': 'no-cache' });
});

it('leads to no other site', async () => {
  answer(200, { movedTo: '//elsewhere.test' });
  expect(await open()).toMatchObject({ status: 200, text: GENERAL });
});

it('is not found if the catalogue has no such product', async () => {
  answer(404, {});
  expect(await open()).toMatchObject({ status: 404, text: expect.stringContaining('Nothing here') as string });
});

it.each(['/products/a%3Cb', '/products/.hidden'])('asks for no address that can be none: %s', async (path) => {
  await open(path);
  expect(fixture.services.catalog.requests).toEqual([]);
});

it('has the general head if the answer fails, can’t be read or takes more than 100 ms', async () => {
  answer(503, {});
  expect(await open()).toMatchObject({ status: 200, text: GENERAL });
  fixture.services.catalog.handlers.set(
    '/internal/page-heads/products/tee',
    (_request, response) => void response.end('{'),
  );
  expect(await open()).toMatchObject({ status: 200, text: GENERAL });
  fixture.services.catalog.handlers.set('/internal/page-heads/products/tee', () => undefined);
  const begun = Date.now();
  expect(await open()).toMatchObject({ status: 200, text: GENERAL });
  expect(Date.now() - begun).toBeGreaterThanOrEqual(90);
});

it('lists the products’ pages for search engines, without them if the catalogue is silent', async () => {
  answer(200, ['/products/tee', '/products/<x>'], '/internal/product-paths');
  const { text } = await fixture.call('GET', '/sitemap.xml');
  expect(text).toContain('<url><loc>https://shop.test/products/tee</loc></url>\n</urlset>');
  expect(text).not.toContain('<x>');
  answer(500, {}, '/internal/product-paths');
  expect((await fixture.call('GET', '/sitemap.xml')).text).toBe(
    '<urlset><url><loc>https://shop.test/products</loc></url></urlset>',
  );
});
