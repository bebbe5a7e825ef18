import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { GatewayFixture } from './gateway.fixture.js';

const KEEP_ALIVE_MS = 2_000;
const SERVICE_IDLE_MS = 500;

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await GatewayFixture.start({
    KEEP_ALIVE_MS: String(KEEP_ALIVE_MS),
    SERVICE_IDLE_MS: String(SERVICE_IDLE_MS),
  });
});
afterAll(() => fixture.close());

const GET = 'GET /healthz HTTP/1.1\r\nhost: shop.test\r\n\r\n';

async function openConnection(): Promise<Socket> {
  const { hostname, port } = new URL(fixture.gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

async function msUntilClosed(socket: Socket): Promise<number> {
  const startedAt = Date.now();
  await once(socket.resume(), 'close');
  return Date.now() - startedAt;
}

describe('an idle connection', () => {
  it.concurrent('is closed after the configured time, and not before', async () => {
    const socket = await openConnection();
    socket.write(GET);
    await once(socket, 'data');
    const ms = await msUntilClosed(socket);
    expect(ms).toBeGreaterThanOrEqual(KEEP_ALIVE_MS - 50);
  });

  it.concurrent('may be opened in advance', async () => {
    const socket = await openConnection();
    await wait(KEEP_ALIVE_MS + 1_000);
    socket.write(GET);
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });
});

it('the gateway closes an idle connection to a service before the service does', async () => {
  const closed = new Promise<boolean>((resolve) => {
    fixture.services.support.handler = (req, res) => {
      req.socket.once('end', () => resolve(true));
      res.end('{}');
    };
  });
  expect((await fixture.call('POST', '/api/contact', { body: '{}' })).status).toBe(200);
  expect(await closed).toBe(true);
});
