import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { publicRoutes } from '@shop/contracts-all';
import { isArchiveRoute } from '@shop/contracts-common/routes';
import { GatewayFixture } from './gateway.fixture.js';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await GatewayFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('requests to services', () => {
  it('do not contain forged identity headers', async () => {
    const forged = { 'X-Identity-Token': 'forged', 'x-user-id': 'forged', te: 'forged' };
    await fixture.call('GET', '/api/cart', {
      headers: { ...forged, connection: 'close, x-request-id', 'x-other': 'kept' },
    });
    const headers = fixture.services.order.requests[0]?.headers ?? {};
    expect(Object.values(headers)).not.toContain('forged');
    expect(headers['x-other']).toBe('kept');
    expect(headers.host).toBe(new URL(fixture.services.order.url).host);
  });

  it('are not smuggled in the body of another one: a body with two lengths is refused', async () => {
    const { hostname, port } = new URL(fixture.gateway.url);
    const smuggled = 'GET /api/admin/orders HTTP/1.1\r\nhost: shop.test\r\n\r\n';
    for (const framing of [
      [`content-length: ${smuggled.length + 5}`, 'transfer-encoding: chunked'],
      ['content-length: 5', `content-length: ${smuggled.length + 5}`],
      ['transfer-encoding: chunked, identity'],
    ]) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const head = ['POST /api/contact HTTP/1.1', 'host: shop.test', 'content-type: application/json', ...framing];
      socket.end([...head, '', `0\r\n\r\n${smuggled}`].join('\r\n'));
      expect([framing, (await text(socket)).match(/HTTP\/1\.1 \d+/g)]).toEqual([framing, ['HTTP/1.1 400']]);
    }
    expect(Object.values(fixture.services).flatMap(({ requests }) => requests)).toEqual([]);
  });

  it('use kept-alive connections', async () => {
    for (let call = 0; call < 5; call++)
      await fixture.call('GET', '/api/products', { headers: { connection: 'close' } });
    expect(fixture.services.catalog.requests.every(({ headers }) => headers.connection === 'keep-alive')).toBe(true);
  });
});

describe('request ids and traces', () => {
  it('uses the caller’s request id for the service and the response', async () => {
    const answer = await fixture.call('GET', '/api/products', { headers: { 'x-request-id': 'lb-12345678' } });
    expect(answer.headers['x-request-id']).toBe('lb-12345678');
    expect(fixture.services.catalog.requests[0]?.headers['x-request-id']).toBe('lb-12345678');
  });

  it.each([undefined, 'x', 'with space 123', '"}{"'.padEnd(20, 'x'), 'y'.repeat(65)])(
    'creates a request id if the caller’s is %j',
    async (given) => {
      const answer = await fixture.call('GET', '/api/products', {
        headers: given === undefined ? {} : { 'x-request-id': given },
      });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('starts a trace: the browser decides neither its id nor what is recorded', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, tracestate: 'a=b', baggage: 'c=d' };
    await fixture.call('GET', '/api/products', { headers });
    const [sent] = fixture.services.catalog.requests.map((request) => request.headers);
    expect(sent?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(sent?.traceparent).not.toContain(trace);
    expect([sent?.tracestate, sent?.baggage]).toEqual([undefined, undefined]);
  });
});

describe('responses', () => {
  it('do not reveal internal headers', async () => {
    fixture.services.catalog.handler = (_req, res) =>
      res.writeHead(200, { server: 'inside', 'x-powered-by': 'inside', 'keep-alive': 'timeout=3' }).end('[]');
    const { headers } = await fixture.call('GET', '/api/products');
    expect(headers.server).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['keep-alive']).not.toBe('timeout=3');
  });

  it('keep the body, ETag and cache headers of a public list', async () => {
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'br',
      etag: '"v1"',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
    };
    fixture.services.catalog.handler = (req, res) =>
      req.headers['if-none-match'] === '"v1"'
        ? res.writeHead(304, { etag: '"v1"' }).end()
        : res.writeHead(200, headers).end('bytes');
    expect((await fixture.call('GET', '/api/products')).headers).toMatchObject(headers);
    const again = await fixture.call('GET', '/api/products', { headers: { 'if-none-match': '"v1"' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(publicRoutes.filter((route) => !isArchiveRoute(route) && !route.sessionless))(
    'are not cacheable if they may belong to a session and the service says nothing: $method $path',
    async ({ method, path }) => {
      const sid = fixture.createSession('admin');
      const answer = await fixture.call(method, path.replaceAll(/:\w+/g, 'x1'), { sid });
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    },
  );

  it('cannot run scripts when they are opened as a document', async () => {
    const { headers } = await fixture.call('GET', '/pictures/tshirt.svg');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    ['GET', '/api/products'],
    ['GET', '/api/unknown'],
    ['GET', '/%zz'],
    ['GET', '/healthz'],
    ['TRACE', '/api/products'],
    ['OPTIONS', '/api/login'],
  ])('have the security headers, also for %s %s', async (method, path) => {
    const { headers } = await fixture.call(method, path);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(directive);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('enable HSTS if the site uses https', async () => {
    const secure = await GatewayFixture.start({ SITE_URL: 'https://shop.test' });
    expect((await secure.call('GET', '/api/products')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    await secure.close();
  });
});

describe('a request for another host', () => {
  it('is refused before it reaches a service, except for health checks, which use the address', async () => {
    const headers = { host: 'evil.test' };
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/api/products'],
      ['POST', '/api/login'],
    ] as const) {
      const answer = await fixture.call(method, path, { headers, body: method === 'POST' ? '{}' : undefined });
      expect([answer.status, answer.text]).toEqual([
        421,
        'This server does not answer for the name in this request. Please use the address of the shop.',
      ]);
    }
    expect(Object.values(fixture.services).flatMap(({ requests }) => requests)).toEqual([]);
    for (const path of ['/healthz', '/readyz'])
      expect((await fixture.call('GET', path, { headers })).status).not.toBe(421);
  });
});

describe('a changing request from another site', () => {
  const foreign = { origin: 'https://evil.test' };

  it('is refused, and one of our own pages is allowed', async () => {
    const sid = fixture.createSession('user');
    for (const call of ['POST /api/cart', 'PATCH /api/cart/x1', 'DELETE /api/cart/x1', 'POST /api/login']) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await fixture.call(method, path, { sid, headers: foreign, body: '{}' });
      expect([answer.status, answer.text]).toEqual([403, 'This request came from another site and was refused.']);
      const headers = { origin: 'http://shop.test' };
      expect((await fixture.call(method, path, { sid, headers, body: '{}' })).status).toBe(200);
    }
  });

  it('is allowed from the address the page was loaded from', async () => {
    const { host, origin } = new URL(fixture.gateway.url);
    expect((await fixture.call('POST', '/api/contact', { headers: { host, origin }, body: '{}' })).status).toBe(200);
  });

  it('is allowed for a webhook', async () => {
    expect((await fixture.call('POST', '/api/webhooks/stripe', { headers: foreign, body: '{}' })).status).toBe(200);
  });

  it('is allowed if it only reads', async () => {
    expect((await fixture.call('GET', '/api/products', { headers: foreign })).status).toBe(200);
  });
});
