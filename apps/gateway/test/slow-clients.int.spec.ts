import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ANSWER_MS } from '@shop/service-kit/http';
import { waitFor } from '@shop/testing';
import { GatewayFixture } from './gateway.fixture.js';

const IDLE_MS = 1_000;
/** For requests that must not last longer, and for those that may not time out. */
const [SHORT_MAX_MS, LONG_MAX_MS] = [2_500, 60_000];
/** Far below the idle time, so that a busy machine does not exceed it. */
const PAUSE_MS = 200;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const STALLED = 'The request stopped before all of it had arrived. Please check your connection and try again.';

async function openConnection(fixture: GatewayFixture): Promise<Socket> {
  const { hostname, port } = new URL(fixture.gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends the head of a POST, and gives the socket to send its body in parts. */
async function startRequest(fixture: GatewayFixture, path: string, ...headers: string[]): Promise<Socket> {
  const socket = await openConnection(fixture);
  socket.write([`POST ${path} HTTP/1.1`, 'host: shop.test', ...headers, '', ''].join('\r\n'));
  return socket;
}

/** Sends bytes until the socket closes. */
async function dribble(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  while (!socket.destroyed) {
    socket.write('x');
    await wait(PAUSE_MS);
  }
}

// Those that wait for timeouts run at the same time, before those that change how a service reads.
describe('a slow client', () => {
  let steady: GatewayFixture;
  let bounded: GatewayFixture;
  beforeAll(async () => {
    const open = (maxMs: number): Promise<GatewayFixture> =>
      GatewayFixture.start({ BODY_IDLE_MS: String(IDLE_MS), UPLOAD_MAX_MS: String(maxMs), ANSWER_TIMEOUT_MS: '30000' });
    [steady, bounded] = await Promise.all([open(LONG_MAX_MS), open(SHORT_MAX_MS)]);
  });
  afterAll(() => Promise.all([steady.close(), bounded.close()]));
  beforeEach(() => {
    steady.reset();
    bounded.reset();
  });

  it.concurrent.each(['content-length: 40', 'transfer-encoding: chunked'])(
    'may upload for several times the idle time while bytes arrive (%s)',
    async (framing) => {
      steady.services.art.handler = (_req, res, { body }) => res.writeHead(201).end(`got ${body.length}`);
      const socket = await startRequest(steady, '/api/upload', framing, 'connection: close');
      const answer = text(socket);
      for (let sent = 0; sent < 20; sent += 1) {
        socket.write(framing.includes('chunked') ? '2\r\nxx\r\n' : 'xx');
        await wait(PAUSE_MS);
      }
      if (framing.includes('chunked')) socket.write('0\r\n\r\n');
      expect(await answer).toMatch(/^HTTP\/1.1 201 [^]*got 40/);
    },
  );

  it.concurrent('cannot keep a connection with single bytes', async () => {
    const startedAt = Date.now();
    const socket = await startRequest(bounded, '/api/upload', 'content-length: 1000000');
    const [answer] = await Promise.all([text(socket), dribble(socket)]);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(Date.now() - startedAt).toBeGreaterThan(IDLE_MS);
  });

  it.concurrent.each(['/api/upload', '/api/login', '/no/such/page'])(
    'is disconnected if it does not send the rest of a refused body (%s)',
    async (path) => {
      const socket = await startRequest(steady, path, 'content-length: 60000000', 'origin: http://evil.test');
      socket.write('half');
      expect(await text(socket)).toMatch(/^HTTP\/1.1 40[34] /);
    },
  );

  it.concurrent('may be slow at reading a complete request’s answer', async () => {
    steady.services.support.handler = (_req, res) => void setTimeout(() => res.end('late'), IDLE_MS * 2.5);
    expect((await steady.call('POST', '/api/contact', { body: '{}' })).text).toBe('late');
  });

  it.each([
    ['/api/upload', 'transfer-encoding: chunked'],
    ['/api/contact', 'content-length: 1000'],
  ])('that stalls gets 408, and its connection is closed (%s, %s)', async (path, framing) => {
    let aborted = 0;
    for (const name of ['art', 'support'] as const)
      steady.services[name].immediateHandler = (req) => {
        req
          .on('error', () => undefined)
          .on('close', () => (aborted += 1))
          .resume();
      };
    const socket = await startRequest(steady, path, framing);
    socket.write(framing.includes('chunked') ? '4\r\nhalf\r\n' : 'half');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(answer.endsWith(STALLED)).toBe(true);
    await waitFor(() => expect(aborted).toBe(1));
  });

  it('reads why a service refuses its photo, also if it sends the rest for a long time', async () => {
    steady.services.art.immediateHandler = (req, res) => {
      req.on('error', () => undefined).resume();
      res.writeHead(503, { 'content-type': 'text/plain', 'x-error-code': 'STORE_FULL' }).end('The store is full.');
    };
    const parts = Math.ceil((ANSWER_MS + IDLE_MS) / PAUSE_MS);
    const socket = await startRequest(steady, '/api/upload', `content-length: ${parts}`);
    socket.pause().on('error', () => undefined);
    for (let sent = 0; sent < parts; sent += 1) {
      socket.write('x');
      await wait(PAUSE_MS);
    }
    socket.end();
    expect(await text(socket)).toMatch(/^HTTP\/1.1 503 [^]*The store is full\./);
  });

  it('is not blamed when the service reads nothing', async () => {
    steady.services.art.immediateHandler = (req) => void req.pause();
    const socket = await startRequest(steady, '/api/upload', 'content-length: 20000000');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(Buffer.alloc(20_000_000));
    await waitFor(() => expect(answer).toMatch(/^HTTP\/1.1 504 [^]*The art studio is taking too long to answer\./));
    socket.destroy();
  });
});

describe('an idle connection', () => {
  const KEEP_ALIVE_MS = 2_000;
  const GET = 'GET /healthz HTTP/1.1\r\nhost: shop.test\r\n\r\n';

  let fixture: GatewayFixture;
  beforeAll(async () => {
    fixture = await GatewayFixture.start({ KEEP_ALIVE_MS: String(KEEP_ALIVE_MS), SERVICE_IDLE_MS: '500' });
  });
  afterAll(() => fixture.close());

  it.concurrent('is closed after the configured time, and not before', async () => {
    const socket = await openConnection(fixture);
    socket.write(GET);
    await once(socket, 'data');
    const startedAt = Date.now();
    await once(socket.resume(), 'close');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(KEEP_ALIVE_MS - 50);
  });

  it.concurrent('may be opened in advance', async () => {
    const socket = await openConnection(fixture);
    await wait(KEEP_ALIVE_MS + 1_000);
    socket.write(GET);
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it.concurrent('to a service is closed by the gateway before the service does', async () => {
    const closed = new Promise<boolean>((resolve) => {
      fixture.services.support.handler = (req, res) => {
        req.socket.once('end', () => resolve(true));
        res.end('{}');
      };
    });
    expect((await fixture.call('POST', '/api/contact', { body: '{}' })).status).toBe(200);
    expect(await closed).toBe(true);
  });
});
