import { jest } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { problemSchema } from '@shop/contracts-common';
import { GatewayFixture } from './gateway.fixture.js';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await GatewayFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const DOWN = 'The catalogue is unavailable right now. Please try again in a moment.';

describe('a service that fails', () => {
  it('is named if it is down, and other routes still work', async () => {
    await fixture.services.catalog.stop();
    const answer = await fixture.call('GET', '/api/products');
    const others = await Promise.all(
      ['/api/styles', '/api/cart', '/media/x1'].map((path) => fixture.call('GET', path)),
    );
    await fixture.services.catalog.listen();
    expect([answer.status, answer.text]).toEqual([503, DOWN]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fixture.call('GET', '/api/products')).status).toBe(200);
  });

  it('causes 502 if it sends invalid HTTP', async () => {
    fixture.services.catalog.handler = (req) => req.socket.end('nonsense\r\n\r\n');
    expect((await fixture.call('GET', '/api/products')).status).toBe(502);
  });

  it('breaks the response if it fails in the middle', async () => {
    fixture.services.catalog.handler = (req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.write('[{"id":');
      setTimeout(() => req.socket.destroy(), 30);
    };
    await expect(fixture.call('GET', '/api/products')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    fixture.reset();
    expect((await fixture.call('GET', '/api/products')).status).toBe(200);
  });

  it('receives a read once more, on a new connection, if it closed the connection', async () => {
    await Promise.all([1, 2].map(() => fixture.call('GET', '/api/products'))); // two idle connections
    const ports: (number | undefined)[] = [];
    fixture.services.catalog.handler = (req, res) => {
      const isIdle = ports.push(req.socket.remotePort) === 1 || req.headers.connection !== 'close';
      if (isIdle) req.socket.destroy();
      else res.end('[]');
    };
    expect((await fixture.call('GET', '/api/products')).text).toBe('[]');
    expect(new Set(ports).size).toBe(2);
  });

  it('receives no read a third time', async () => {
    fixture.services.catalog.handler = (req) => req.socket.destroy();
    const answer = await fixture.call('GET', '/api/products');
    expect([answer.status, answer.text]).toEqual([502, DOWN]);
    expect(fixture.services.catalog.requests).toHaveLength(2);
  });

  it('receives a read once more after it refused the connection', async () => {
    const other = await GatewayFixture.start(); // without idle connections
    const port = Number(new URL(other.services.catalog.url).port);
    const { connect } = Socket.prototype;
    // The first connection to the catalogue goes to a port without a listener.
    const spy = jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      const [options] = args[0] as [{ port: unknown }];
      if (Number(options.port) === port) {
        options.port = 1;
        spy.mockRestore();
      }
      return Reflect.apply(connect, this, args) as Socket;
    });
    expect((await other.call('GET', '/api/products')).status).toBe(200);
    await other.close();
  });

  it('never receives a changing request twice', async () => {
    await fixture.call('POST', '/api/contact', { body: '{}' });
    fixture.services.support.handler = (req) => req.socket.destroy();
    expect((await fixture.call('POST', '/api/contact', { body: '{}' })).status).toBe(502);
    expect(fixture.services.support.requests).toHaveLength(2);
  });
});

describe('an error page of a framework', () => {
  it.each([
    [500, 'text/html', 500, 'Something went wrong on our side. Please try again.'],
    [501, 'text/html', 500, 'Something went wrong on our side. Please try again.'],
    [502, 'text/html', 502, DOWN],
    [503, 'text/html', 503, DOWN],
    [504, 'text/html', 504, 'The catalogue is taking too long to answer. Please try again in a moment.'],
    [404, 'application/json', 404, 'Not found'],
    [400, 'text/html', 400, 'The request could not be read. Please check it and try again.'],
    [405, 'text/html', 405, 'Something in this request is not valid.'],
  ])('%d as %s becomes %d "%s"', async (status, type, expected, message) => {
    fixture.services.catalog.handler = (_req, res) =>
      res
        .writeHead(status, { 'content-type': type, etag: '"x"', 'set-cookie': 'a=b' })
        .end('<h1>at Object.handle (/srv/app.js:1)</h1>');
    const answer = await fixture.call('GET', '/api/products');
    expect([answer.status, answer.text]).toEqual([expected, message]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers.etag).toBeUndefined();
  });

  it('becomes a problem document on request', async () => {
    fixture.services.catalog.handler = (_req, res) => res.writeHead(503, { 'content-type': 'text/html' }).end('<h1>');
    const answer = await fixture.call('GET', '/api/products', { headers: { accept: 'application/problem+json' } });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(problemSchema.parse(JSON.parse(answer.text))).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      detail: DOWN,
    });
  });

  it('is not replaced if it is plain text or a problem document of our services', async () => {
    fixture.services.order.handler = (_req, res) =>
      res.writeHead(409, { 'content-type': 'text/plain; charset=utf-8' }).end('Your cart is empty');
    expect((await fixture.call('GET', '/api/cart')).text).toBe('Your cart is empty');
    fixture.services.order.handler = (_req, res) =>
      res.writeHead(400, { 'content-type': 'application/problem+json' }).end('{"errors":{}}');
    expect((await fixture.call('GET', '/api/cart')).text).toBe('{"errors":{}}');
  });
});

describe('request bodies', () => {
  it('are streamed to the service', async () => {
    const photo = randomBytes(5 * 1024 * 1024);
    let received = '';
    let firstBytes: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (firstBytes = resolve));
    fixture.services.art.immediateHandler = (req, res) => {
      const digest = createHash('sha256');
      req.on('data', (chunk: Buffer) => {
        digest.update(chunk);
        firstBytes();
      });
      req.on('end', () => {
        received = digest.digest('hex');
        res.end();
      });
    };
    const { outgoing: sending, response } = fixture.startPost('/api/upload', { 'transfer-encoding': 'chunked' });
    sending.write(photo.subarray(0, 200_000));
    await begun; // the service has the beginning while the rest is not even sent
    sending.end(photo.subarray(200_000));
    await response;
    expect(received).toBe(createHash('sha256').update(photo).digest('hex'));
  });

  it.each([
    ['/api/contact', 100 * 1024, 'The request is too large.'],
    ['/api/webhooks/stripe', 1024 * 1024, 'The request is too large.'],
    ['/api/upload', 26 * 1024 * 1024, 'That photo is too large. Please choose one of at most 25 MB.'],
  ])('of %s may have %d bytes and not one more', async (path, limit, message) => {
    expect((await fixture.call('POST', path, { body: Buffer.alloc(limit) })).status).toBe(200);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const answer = await fixture.call('POST', path, { body: Buffer.alloc(limit + 1), headers });
      expect([answer.status, answer.text]).toEqual([413, message]);
    }
  });

  it('with Expect: 100-continue are sent after the gateway continues', async () => {
    const { outgoing: sending, response: answer } = fixture.startPost('/api/contact', {
      'content-length': '2',
      expect: '100-continue',
    });
    sending.once('continue', () => sending.end('{}'));
    expect((await answer).statusCode).toBe(200);
    expect(fixture.services.support.requests[0]).toMatchObject({
      body: '{}',
      headers: expect.not.objectContaining({ expect: expect.anything() }),
    });
  });

  it('with Expect: 100-continue are not sent if they are too large', async () => {
    const { outgoing: sending, response: answer } = fixture.startPost('/api/contact', {
      'content-length': '999999',
      expect: '100-continue',
    });
    sending.once('continue', () => sending.destroy(new Error('unexpected 100-continue')));
    sending.flushHeaders();
    const { statusCode, headers } = await answer;
    expect([statusCode, headers.connection]).toEqual([413, 'close']);
    sending.destroy();
  });
});
