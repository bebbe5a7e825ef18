import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currentLogIds, currentTraceparent, startEntry, startTracing, withSpan, type TracingOptions } from './index.js';
import { TraceReceiver } from './testing/trace-receiver.js';

const REMOTE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const [, REMOTE_TRACE, REMOTE_SPAN] = REMOTE.split('-');

const start = (options: Partial<TracingOptions>): Promise<() => Promise<void>> =>
  startTracing({ service: 'test', version: '1', endpoint: undefined, ratio: 1, onLoss: () => undefined, ...options });

describe('while tracing is off', () => {
  it('continues a trace with a new span id, or starts one that nothing records', () => {
    expect(startEntry('a', { kind: 'server', parent: REMOTE }).traceparent).toMatch(
      new RegExp(`^00-${REMOTE_TRACE}-(?!${REMOTE_SPAN})[0-9a-f]{16}-01$`),
    );
    expect(startEntry('a', { kind: 'server' }).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it.each([
    'nonsense',
    ['list'],
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
    `01${REMOTE.slice(2)}`,
  ])('takes no trace of the malformed header %p', (parent) => {
    const { traceId } = startEntry('a', { kind: 'server', parent }).logIds;
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(traceId).not.toBe(REMOTE_TRACE);
  });

  it('gives log lines the ids of their request, also after a pause, and none outside', async () => {
    const entry = startEntry('a', { kind: 'server', requestId: 'r' });
    const readIds = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return [currentLogIds(), currentTraceparent()];
    };
    await expect(entry.run(() => withSpan('b', { kind: 'client' }, readIds))).resolves.toEqual([
      { requestId: 'r', traceId: entry.traceparent.slice(3, 35), spanId: entry.traceparent.slice(36, 52) },
      entry.traceparent,
    ]);
    expect([currentLogIds(), currentTraceparent()]).toEqual([undefined, undefined]);
  });
});

describe('while tracing is on', () => {
  let receiver: TraceReceiver;
  beforeEach(async () => {
    receiver = await TraceReceiver.start();
  });
  afterEach(() => receiver.close());

  it('sends a trace over two processes, in which each span names its parent', async () => {
    const stop = await start({ endpoint: `${receiver.url}/`, service: 'order-svc' });
    const request = startEntry('POST /api/cart', { kind: 'server' });
    const cause = await request.run(() =>
      withSpan('transaction', { kind: 'client' }, async () => currentTraceparent()),
    );
    request.endResponse(201);
    const job = startEntry('run email.send', { kind: 'consumer', parent: cause });
    job.endWork();
    await stop();
    const [transaction, server, consumer] = receiver.spans;
    expect(receiver.spans).toMatchObject([
      { service: 'order-svc', name: 'transaction', parentSpanId: server?.spanId, kind: 3 },
      { name: 'POST /api/cart', parentSpanId: undefined, kind: 2, attributes: { 'http.response.status_code': 201 } },
      { name: 'run email.send', parentSpanId: transaction?.spanId, kind: 5 },
    ]);
    expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([consumer?.traceId]));
  });

  it('links a related trace, which decides neither the id nor what is recorded', async () => {
    const stop = await start({ endpoint: receiver.url });
    startEntry('linked', { kind: 'server', links: [`${REMOTE.slice(0, -2)}00`, 'nonsense', undefined] }).endWork();
    await stop();
    expect(receiver.spans).toMatchObject([{ name: 'linked', parentSpanId: undefined, links: [REMOTE_SPAN] }]);
    expect(receiver.spans[0]?.traceId).not.toBe(REMOTE_TRACE);
  });

  it('records only the class of an error, and passes the error on', async () => {
    const stop = await start({ endpoint: receiver.url });
    const entry = startEntry('job', { kind: 'consumer' });
    const failure = new TypeError('pat@example.com');
    await expect(entry.run(() => withSpan('part', { kind: 'client' }, () => Promise.reject(failure)))).rejects.toBe(
      failure,
    );
    entry.endWork(failure);
    startEntry('GET /', { kind: 'server' }).endResponse(404);
    startEntry('GET /', { kind: 'server' }).endResponse(500);
    await stop();
    expect(receiver.spans.map(({ isFailed, attributes }) => [isFailed, attributes['error.type']])).toEqual([
      [true, 'TypeError'],
      [true, 'TypeError'],
      [false, undefined],
      [true, undefined],
    ]);
    expect(receiver.bodies.join()).not.toContain('pat@');
  });

  it('follows the decision of the process in which the trace started', async () => {
    const stop = await start({ endpoint: receiver.url, ratio: 0 });
    const own = startEntry('own', { kind: 'server' });
    own.endWork();
    startEntry('continued', { kind: 'consumer', parent: REMOTE }).endWork();
    await stop();
    expect(own.traceparent).toMatch(/-00$/);
    expect(receiver.spans.map(({ name }) => name)).toEqual(['continued']);
  });
});

it('loses the spans if the receiver is down, and stops in time', async () => {
  const closed = await TraceReceiver.start();
  const endpoint = closed.url;
  await closed.close();
  const stop = await start({ endpoint });
  for (let count = 0; count < 6_000; count += 1) startEntry('lost', { kind: 'server' }).endWork();
  const stoppedAt = performance.now();
  await stop();
  expect(performance.now() - stoppedAt).toBeLessThan(1_000);
});

it('says once that the receiver refuses spans, with the status', async () => {
  const requests = new EventEmitter();
  const refusing = createServer((request, response) => {
    request.resume();
    response.writeHead(500).end('404', () => requests.emit('refused'));
  });
  await once(refusing.listen(0, '127.0.0.1'), 'listening');
  const losses: unknown[] = [];
  const endpoint = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const stop = await start({ endpoint, onLoss: (reason) => losses.push(reason) });
  for (let batch = 0; batch < 3; batch += 1) {
    const refused = once(requests, 'refused');
    for (let count = 0; count < 512; count += 1) startEntry('lost', { kind: 'server' }).endWork();
    await refused;
  }
  await stop();
  refusing.closeAllConnections();
  refusing.close();
  expect(losses).toEqual(['500']);
});
