import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { AppProcess, expectGracefulShutdown, LateReader, waitFor } from '@shop/testing';
import type { ShopState } from '../src/health/shop-parts.js';
import { GatewayFixture } from './gateway.fixture.js';

describe('health', () => {
  let fixture: GatewayFixture;
  beforeAll(async () => {
    fixture = await GatewayFixture.start();
  });
  afterAll(() => fixture.close());

  const getParts = async (): Promise<[number, ShopState]> => {
    const answer = await fixture.call('GET', '/readyz');
    return [answer.status, JSON.parse(answer.text) as ShopState];
  };

  it('reports that the process is up', async () => {
    expect(await fixture.call('GET', '/healthz')).toMatchObject({
      status: 200,
      text: '{"status":"up","version":"development"}',
    });
    expect((await fixture.call('POST', '/healthz')).status).toBe(404);
  });

  it('names every service with its parts', async () => {
    const [status, { ready, parts }] = await getParts();
    expect([status, ready]).toEqual([200, true]);
    for (const name of ['identity', 'catalog', 'art', 'order', 'support'])
      expect(parts[name]).toEqual({ state: 'up', parts: { database: 'up' } });
  });

  it('names a service that is down, and the gateway itself stays ready', async () => {
    await fixture.services.support.stop();
    await waitFor(async () =>
      expect(await getParts()).toEqual([
        503,
        {
          ready: false,
          parts: expect.objectContaining({
            support: { state: 'down' },
            catalog: expect.objectContaining({ state: 'up' }),
          }),
        },
      ]),
    );
    expect(await fixture.call('GET', '/readyz/gateway')).toMatchObject({ status: 200, text: '{"ready":true}' });
    await fixture.services.support.listen();
    await waitFor(async () => expect((await getParts())[0]).toBe(200));
  });

  it('takes an error of a service as down', async () => {
    fixture.services.art.partsStatus = 503;
    await waitFor(async () => expect((await getParts())[1].parts.art).toEqual({ state: 'down' }));
    fixture.services.art.partsStatus = 200;
  });

  it('serves metrics on a separate port only', async () => {
    await fixture.call('GET', '/api/products');
    const metrics = await (await fetch(fixture.gateway.metricsUrl)).text();
    expect(metrics).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/products"[^}]*\} \d+/);
    expect(new URL(fixture.gateway.metricsUrl).port).not.toBe(new URL(fixture.gateway.url).port);
    expect((await fixture.call('GET', '/metrics')).status).toBe(404);
  });
});

it('names an unreachable Redis, and the gateway itself stays ready', async () => {
  const fixture = await GatewayFixture.start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_ENABLED: 'true' });
  const answer = await fixture.call('GET', '/readyz');
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toMatchObject({ ready: false, parts: { cache: { state: 'down' } } });
  expect((await fixture.call('GET', '/readyz/gateway')).status).toBe(200);
  await fixture.close();
});

describe('shutdown', () => {
  it('makes the gateway not ready at first, while it answers during SHUTDOWN_DELAY_MS', async () => {
    const services = ['IDENTITY_URL', 'CATALOG_URL', 'ART_URL', 'ORDER_URL', 'SUPPORT_URL'];
    const urls = Object.fromEntries(services.map((name) => [name, 'http://127.0.0.1:9']));
    const env = { ...urls, SHUTDOWN_DELAY_MS: '3000' };
    const gateway = await AppProcess.start(new URL('../dist/main.js', import.meta.url), env, '/readyz/gateway');
    await expectGracefulShutdown(gateway, { readiness: '/readyz/gateway', other: '/remotes.json' }).finally(() =>
      gateway.kill('SIGKILL'),
    );
  });

  it('waits for a running request and accepts no new one', async () => {
    const fixture = await GatewayFixture.start();
    let finish: () => void = () => undefined;
    fixture.services.order.handler = (_req, res) => (finish = () => res.end('{"whole":true}'));
    const answering = fixture.call('GET', '/api/cart');
    await waitFor(() => expect(fixture.services.order.requests).toHaveLength(1));
    const stopping = fixture.gateway.close();
    await expect(fixture.call('GET', '/api/products')).rejects.toThrow();
    finish();
    expect(await answering).toMatchObject({ status: 200, text: '{"whole":true}', headers: { connection: 'close' } });
    await stopping;
    await Promise.all(Object.values(fixture.services).map((upstream) => upstream.stop()));
  });

  describe('during an upload that takes longer than', () => {
    const UPLOAD_BYTES = 1_000_000;
    const RESTARTING = /^HTTP\/1\.1 503 .*\nretry-after: 5\r\n.*"code":"SERVICE_RESTARTING"/is;

    async function startUpload(
      env: Record<string, string>,
      onUpload: (req: IncomingMessage, res: ServerResponse) => void,
    ) {
      const fixture = await GatewayFixture.start(env);
      const begun = new Promise<IncomingMessage>((resolve) => {
        fixture.services.art.immediateHandler = (req, res) => {
          onUpload(req.on('error', () => undefined).resume(), res);
          resolve(req);
        };
      });
      const address = new URL('/api/upload', fixture.gateway.url);
      const upload = await LateReader.startPost(address, UPLOAD_BYTES, 'accept: application/problem+json');
      const forwarded = await begun;
      const cut = new Promise<void>((resolve) => forwarded.once('close', resolve));
      return { fixture, upload, cut };
    }
    const stopServices = ({ services }: GatewayFixture) =>
      Promise.all(Object.values(services).map((upstream) => upstream.stop()));

    it('the gateway waits, a page that still sends gets 503 with Retry-After', async () => {
      const { fixture, upload, cut } = await startUpload({ DRAIN_MS: '0' }, () => undefined);
      const closing = fixture.gateway.close();
      await cut;
      expect(await upload.finish()).toMatch(RESTARTING);
      await closing;
      await stopServices(fixture);
    });

    it('the gateway waits, a page that sends nothing does not delay it', async () => {
      const { fixture, upload } = await startUpload({ DRAIN_MS: '0' }, () => undefined);
      await Promise.all([fixture.gateway.close(), upload.waitForEnd()]);
      await stopServices(fixture);
    });

    it('its service waits, the page gets the 503 of the service, and its connection ends', async () => {
      const { fixture, upload } = await startUpload({}, (_req, res) => {
        const headers = {
          'content-type': 'application/problem+json',
          'retry-after': '5',
          'x-error-code': 'SERVICE_RESTARTING',
        };
        res.writeHead(503, headers).end('{"code":"SERVICE_RESTARTING"}');
      });
      await upload.waitForEnd();
      const second = await LateReader.startPost(new URL('/api/upload', fixture.gateway.url), UPLOAD_BYTES);
      expect(await second.finish()).toMatch(RESTARTING);
      await fixture.gateway.close();
      await stopServices(fixture);
    });
  });

  it('does not wait for idle connections', async () => {
    const fixture = await GatewayFixture.start();
    const { hostname, port } = new URL(fixture.gateway.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const begunAt = Date.now();
    await fixture.close();
    expect(Date.now() - begunAt).toBeLessThan(1_000);
    socket.destroy();
  });

  it('ends streams at once and aborts requests that exceed the drain time', async () => {
    const fixture = await GatewayFixture.start({ DRAIN_MS: '250' });
    fixture.services.art.handler = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write('data: 1\n\n');
    };
    fixture.services.order.handler = () => undefined;
    const stream = await fixture.openResponse('/api/generate/0b6f1c1e/progress', fixture.createSession('guest'));
    stream.resume();
    const order: string[] = [];
    const ended = once(stream, 'end').then(() => order.push('ended'));
    const hanging = fixture.call('GET', '/api/cart').finally(() => order.push('cut'));
    const cut = expect(hanging).rejects.toThrow();
    await waitFor(() => expect(fixture.services.order.requests).toHaveLength(1));
    expect(order).toEqual([]);
    await fixture.gateway.close();
    await Promise.all([ended, cut]);
    expect(order).toEqual(['ended', 'cut']);
    await Promise.all(Object.values(fixture.services).map((upstream) => upstream.stop()));
  });
});
