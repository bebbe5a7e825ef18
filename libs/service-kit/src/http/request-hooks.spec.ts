import { once } from 'node:events';
import { startTracing } from '@shop/tracing';
import { TraceReceiver } from '@shop/tracing/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { installRequestHooks } from './request-hooks.js';

describe('the hooks of a request', () => {
  const registry = new Registry();
  let receiver: TraceReceiver;
  let stopTracing: () => Promise<void>;
  let app: FastifyInstance;
  let url: string;
  let left: Promise<unknown>;

  beforeAll(async () => {
    receiver = await TraceReceiver.start();
    stopTracing = await startTracing({
      service: 'order-svc',
      version: '1',
      endpoint: receiver.url,
      ratio: 1,
      onLoss: () => undefined,
    });
    app = fastify({ forceCloseConnections: true });
    installRequestHooks(app, registry);
    app.get('/live', (_request, reply) => {
      reply.hijack();
      left = once(reply.raw, 'close');
      reply.raw.writeHead(200).write('connected');
    });
    url = await app.listen({ port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  it('count and trace a request whose client leaves before its answer ends', async () => {
    const client = new AbortController();
    await fetch(`${url}/live`, { signal: client.signal, redirect: 'error' });
    client.abort();
    await left;
    await stopTracing();
    expect(receiver.spans).toMatchObject([
      { name: 'GET /live', isFailed: false, attributes: { 'http.response.status_code': 499 } },
    ]);
    expect(await registry.metrics()).toMatch(/_count\{.*route="\/live",status="499".*\} 1$/m);
  });
});
