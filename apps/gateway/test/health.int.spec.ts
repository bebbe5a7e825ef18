import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@shop/testing';
import type { Readiness } from '../src/health/readiness.js';
import { Door } from './door.js';

describe('health', () => {
  let door: Door;
  beforeAll(async () => {
    door = await Door.open();
  });
  afterAll(() => door.close());

  const readiness = async (): Promise<[number, Readiness['parts']]> => {
    const answer = await door.call('GET', '/readyz');
    return [answer.status, (JSON.parse(answer.text) as Readiness).parts];
  };

  it('lives', async () => {
    expect(await door.call('GET', '/healthz')).toMatchObject({ status: 200, text: '{"status":"up"}' });
    expect((await door.call('POST', '/healthz')).status).toBe(404);
  });

  it('is ready when every service and its parts are', async () => {
    const [status, parts] = await readiness();
    expect(status).toBe(200);
    for (const name of ['identity', 'catalog', 'art', 'order', 'support'])
      expect(parts[name]).toEqual({ state: 'up', parts: { database: 'up' } });
  });

  it('names the one that is not, and is well again when it is', async () => {
    await door.upstreams.support.stop();
    await eventually(async () =>
      expect(await readiness()).toEqual([
        503,
        expect.objectContaining({ support: { state: 'down' }, catalog: expect.objectContaining({ state: 'up' }) }),
      ]),
    );
    expect((await door.call('GET', '/healthz')).status).toBe(200);
    await door.upstreams.support.listen();
    await eventually(async () => expect((await readiness())[0]).toBe(200));
  });

  it('tells its figures on a port of their own only', async () => {
    await door.call('GET', '/api/products');
    const metrics = await (await fetch(door.gateway.metricsUrl)).text();
    expect(metrics).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/products"[^}]*\} \d+/);
    expect(new URL(door.gateway.metricsUrl).port).not.toBe(new URL(door.gateway.url).port);
    expect((await door.call('GET', '/metrics')).status).toBe(404);
  });
});

it('waits for nobody longer than it must', async () => {
  const door = await Door.open({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_ENABLED: 'true' });
  const answer = await door.call('GET', '/readyz');
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toMatchObject({ ready: false, parts: { cache: { state: 'down' } } });
  await door.close();
});

describe('stopping', () => {
  it('lets an answer on its way end, and takes no more', async () => {
    const door = await Door.open();
    let finish: () => void = () => undefined;
    door.upstreams.order.answer = (_req, res) => (finish = () => res.end('{"whole":true}'));
    const answering = door.call('GET', '/api/cart');
    await eventually(() => expect(door.upstreams.order.seen).toHaveLength(1));
    const stopping = door.gateway.stop();
    await expect(door.call('GET', '/api/products')).rejects.toThrow();
    finish();
    expect(await answering).toMatchObject({ status: 200, text: '{"whole":true}', headers: { connection: 'close' } });
    await stopping;
    await Promise.all(Object.values(door.upstreams).map((upstream) => upstream.stop()));
  });

  it('waits for no connection on which nothing was asked', async () => {
    const door = await Door.open();
    const { hostname, port } = new URL(door.gateway.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const begunAt = Date.now();
    await door.close();
    expect(Date.now() - begunAt).toBeLessThan(1_000);
    socket.destroy();
  });

  it('ends streams at once, and cuts what does not end', async () => {
    const door = await Door.open({ DRAIN_MS: '250' });
    door.upstreams.art.answer = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write('data: 1\n\n');
    };
    door.upstreams.order.answer = () => undefined;
    const stream = await door.begin('/api/generate/0b6f1c1e/progress', door.session('guest'));
    stream.resume();
    const order: string[] = [];
    const ended = once(stream, 'end').then(() => order.push('ended'));
    const hanging = door.call('GET', '/api/cart').finally(() => order.push('cut'));
    const cut = expect(hanging).rejects.toThrow();
    await eventually(() => expect(door.upstreams.order.seen).toHaveLength(1));
    expect(order).toEqual([]);
    const begunAt = Date.now();
    await door.gateway.stop();
    await Promise.all([ended, cut]);
    expect(order).toEqual(['ended', 'cut']);
    expect(Date.now() - begunAt).toBeLessThan(2_000);
    await Promise.all(Object.values(door.upstreams).map((upstream) => upstream.stop()));
  });
});
