import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitFor } from '@shop/testing';
import type { Handler } from './fake-service.js';
import { GatewayFixture } from './gateway.fixture.js';
import { TestReleases } from './release.fixture.js';

const INLINE = 'theme()';
const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>Shell</title><script>${INLINE}</script></head><body><div id="root"></div></body></html>`;
const withHead = (head: string): string => PAGE.replace('<title>Shell</title>', () => head);
const DATA = '<script type="application/ld+json">{"@id":"{origin}/#us","price":"$&"}</script>';

const SHELL = {
  pages: {
    '/': `<title>Home</title><link rel="canonical" href="{origin}/">${DATA}`,
    '/list': '<title>List</title><meta property="og:image" content="{origin}/share.jpg">',
    '/mine': '<title>Mine</title>',
    '/mine/:id': '<title>One of mine</title>',
    '/a/:token': '<title>Artwork</title><meta name="robots" content="noindex">',
  },
  missing: '<title>Nothing here</title>',
  texts: {
    '/robots.txt': 'User-agent: *\nSitemap: {origin}/sitemap.xml\n',
    '/sitemap.xml': '<urlset><url><loc>{origin}/list</loc></url></urlset>',
  },
};
const STORE = {
  pages: {
    '/list': '<link rel="preload" as="image" href="{base}assets/list.0123abcd.avif">',
    '/not-of-the-shell': '<title>Never</title>',
  },
};

const html = { accept: 'text/html' };
let releases: TestReleases;
let fixture: GatewayFixture;

beforeAll(async () => {
  releases = await TestReleases.open();
  await releases.release('shell', { 'index.html': PAGE, 'site.json': JSON.stringify(SHELL) });
  await releases.release('store', { 'mf-manifest.json': '{}', 'site.json': JSON.stringify(STORE) });
  await releases.release('broken', { 'mf-manifest.json': '{}', 'site.json': '{"pages":' });
  fixture = await GatewayFixture.start({
    SITE_URL: 'https://shop.test/',
    ...releases.createEnvironment(['shell', 'store', 'broken', 'gone']),
  });
});
afterAll(async () => {
  await fixture.close();
  await releases.close();
});

describe('the head of a shared artwork', () => {
  const TOKEN = '0f3a9c5e7b1d2468ace013579bdf2468';
  const HEAD = { title: 'Rex', description: 'A "portrait"', picture: { url: '/media/shared/x', width: 9, height: 10 } };
  const open = () => fixture.call('GET', `/a/${TOKEN}`, { headers: html });
  const answer = (respond: Handler) =>
    fixture.services.art.handlers.set(`/internal/page-heads/shared-artworks/${TOKEN}`, respond);
  afterEach(() => fixture.services.art.reset());

  it('is what art-svc says about it', async () => {
    answer((_request, response) => response.end(JSON.stringify(HEAD)));
    const { status, text } = await open();
    expect(status).toBe(200);
    expect(text).toContain('<title>Rex</title>');
    expect(text).toContain('content="A &quot;portrait&quot;"');
    expect(text).toContain('<meta property="og:image" content="https://shop.test/media/shared/x">');
    expect(text).toContain('<meta name="robots" content="noindex">');
    // An ended link has the general head at once.
    answer((_request, response) => response.writeHead(404).end('Not found'));
    expect((await open()).text).toContain('<title>Artwork</title>');
  });

  it.each<[string, Handler]>([
    ['does not answer within 100 ms', () => undefined],
    ['fails', (_request, response) => response.writeHead(500).end()],
    ['answers something else', (_request, response) => response.end('{"title":1}')],
  ])('is the general one if art-svc %s', async (_when, respond) => {
    answer(respond);
    const { status, text } = await open();
    expect([status, text.includes('<title>Artwork</title>')]).toEqual([200, true]);
    expect(text).not.toContain('og:image');
  });
});

describe('the head of a page', () => {
  it('is in the HTML, with the address of the site', async () => {
    const { status, text } = await fixture.call('GET', '/', { headers: html });
    expect([status, text]).toEqual([200, withHead(SHELL.pages['/'].replaceAll('{origin}', 'https://shop.test'))]);
  });

  it.each(['/list', '/list/', '/list?page=2'])(
    'of %s contains the markup of its remote, with the base path of the remote',
    async (path) => {
      const { status, text } = await fixture.call('GET', path, { headers: html });
      const own = '<title>List</title><meta property="og:image" content="https://shop.test/share.jpg">';
      expect([status, text]).toEqual([
        200,
        withHead(`${own}<link rel="preload" as="image" href="/remotes/store/assets/list.0123abcd.avif">`),
      ]);
    },
  );

  it('is the same for all paths of a pattern', async () => {
    for (const path of ['/mine/7b9e', '/mine/PA-1/', '/mine/7b9e?key=x']) {
      const { status, text } = await fixture.call('GET', path, { headers: html });
      expect([status, text]).toEqual([200, withHead('<title>One of mine</title>')]);
    }
  });

  it('differs between pages, and so does the ETag', async () => {
    const [one, other] = await Promise.all(
      ['/list', '/mine'].map((path) => fixture.call('GET', path, { headers: html })),
    );
    expect(one?.headers.etag).not.toBe(other?.headers.etag);
    const again = await fixture.call('GET', '/mine', {
      headers: { ...html, 'if-none-match': String(other?.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('adds hashes of scripts but not of data blocks to the policy', async () => {
    const policy = String((await fixture.call('GET', '/', { headers: html })).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(INLINE).digest('base64')}';`);
  });
});

describe('the isolation of the site', () => {
  it('is that pages share no window with other sites, and other sites embed nothing of it', async () => {
    const { headers } = await fixture.call('GET', '/', { headers: html });
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await fixture.call('GET', '/robots.txt')).headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

it('reports of violations of the policy go to the address that pages name, and are counted by directive', async () => {
  const { headers } = await fixture.call('GET', '/', { headers: html });
  expect(headers['reporting-endpoints']).toBe('csp="/reports/csp"');
  expect(headers['content-security-policy']).toContain('report-to csp;report-uri /reports/csp');
  const body = JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } });
  const type = { 'content-type': 'application/csp-report' };
  expect((await fixture.call('POST', '/reports/csp', { body, headers: type })).status).toBe(204);
  const metrics = await (await fetch(fixture.gateway.metricsUrl)).text();
  expect(metrics).toMatch(/^csp_violations_total\{directive="img-src"[^}]*\} 1$/m);
});

it('a report that is too large is refused, and its connection goes on', async () => {
  const { hostname, port } = new URL(fixture.gateway.url);
  const socket = connect(Number(port), hostname);
  const answers = text(socket);
  socket.write(
    `POST /reports/csp HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 8000000\r\n\r\n${'x'.repeat(8_000_000)}`,
  );
  socket.write('GET /healthz HTTP/1.1\r\nhost: shop.test\r\nconnection: close\r\n\r\n');
  const statuses = (await answers).matchAll(/HTTP\/1\.1 (\d+)/g);
  expect([...statuses].map(([, status]) => status)).toEqual(['413', '200']);
});

describe('a page of a shop with Stripe', () => {
  const STRIPE = /stripe/;
  const fetchPolicy = async (
    env: Record<string, string>,
  ): Promise<{ directives: Record<string, string>; opener: unknown }> => {
    const shop = await GatewayFixture.start({
      SITE_URL: 'https://shop.test/',
      ...releases.createEnvironment(['shell']),
      ...env,
    });
    const { headers } = await shop.call('GET', '/', { headers: html });
    await shop.close();
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.slice(directive.indexOf(' ') + 1)]);
    return {
      directives: Object.fromEntries(directives) as Record<string, string>,
      opener: headers['cross-origin-opener-policy'],
    };
  };

  it('allows scripts, frames and requests of Stripe, and nothing else', async () => {
    const { directives, opener } = await fetchPolicy({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' });
    expect(directives['script-src']).toMatch(/ https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/);
    expect(directives['frame-src']).toBe(
      "'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    );
    expect(directives['connect-src']).toBe("'self' https://api.stripe.com");
    expect(
      Object.entries(directives)
        .filter(([, sources]) => STRIPE.test(sources))
        .map(([name]) => name)
        .sort(),
    ).toEqual(['connect-src', 'frame-src', 'script-src']);
    expect(opener).toBe('same-origin-allow-popups');
  });

  it.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an empty key', { STRIPE_PUBLISHABLE_KEY: '' }],
  ])('does not allow Stripe with %s', async (_, env) => {
    const { directives, opener } = await fetchPolicy(env);
    expect(JSON.stringify(directives)).not.toMatch(STRIPE);
    expect(directives['frame-src']).toBeUndefined();
    expect(opener).toBe('same-origin');
  });
});

describe('a path that is not a page', () => {
  it.each([
    '/no/such/page',
    '/not-of-the-shell',
    '/listing',
    '/index.html',
    '/mine/7b9e/more',
    '/mine/:id',
    '/__proto__',
    '/constructor',
  ])('%s serves the shell’s page with status 404', async (path) => {
    const { status, text, headers } = await fixture.call('GET', path, { headers: html });
    expect([status, text]).toEqual([404, withHead(SHELL.missing)]);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  });

  it('is a 404 even with a matching ETag', async () => {
    const { headers } = await fixture.call('GET', '/nope', { headers: html });
    expect(
      (await fixture.call('GET', '/nope', { headers: { ...html, 'if-none-match': String(headers.etag) } })).status,
    ).toBe(404);
  });
});

describe('a text file of site.json', () => {
  it.each([
    ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *\nSitemap: https://shop.test/sitemap.xml\n'],
    ['/sitemap.xml', 'application/xml; charset=utf-8', '<urlset><url><loc>https://shop.test/list</loc></url></urlset>'],
  ])('%s contains the address of the site', async (path, type, expected) => {
    const { status, text, headers } = await fixture.call('GET', path);
    expect([status, headers['content-type'], text]).toEqual([200, type, expected]);
    expect(
      (await fixture.call('HEAD', path, { headers: { 'accept-encoding': 'br' } })).headers['content-encoding'],
    ).toBe('br');
  });
});

describe('a release', () => {
  it('of a remote is served soon, and one of the shell with an invalid site.json is not', async () => {
    const head = '<link rel="preload" as="image" href="{base}assets/new.0123abcd.avif">';
    await releases.release('store', {
      'mf-manifest.json': '{}',
      'site.json': JSON.stringify({ pages: { '/mine': head } }),
    });
    await waitFor(async () =>
      expect((await fixture.call('GET', '/mine', { headers: html })).text).toContain(
        '/remotes/store/assets/new.0123abcd.avif',
      ),
    );
    const mark = '<svg id="broken"/>';
    await releases.release('shell', { 'index.html': 'broken', 'site.json': '{"pages":', 'mark.svg': mark });
    await waitFor(async () => expect((await fixture.call('GET', '/mark.svg')).text).toBe(mark));
    expect((await fixture.call('GET', '/', { headers: html })).text).toContain('<title>Home</title>');
    const site = { ...SHELL, missing: '<title>New</title>' };
    await releases.release('shell', { 'index.html': PAGE, 'site.json': JSON.stringify(site) });
    await waitFor(async () =>
      expect((await fixture.call('GET', '/nope', { headers: html })).text).toContain('<title>New</title>'),
    );
  });
});
