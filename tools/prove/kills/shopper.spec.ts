import { createServer, type Server } from 'node:http';
import { signIn } from '@shop/contracts-identity/routes';
import type { AddressInfo } from 'node:net';
import { Shopper } from './shopper.ts';

let server: Server;
let statuses: number[];
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{"code":"NO_ORDER"}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterAll(() => server.close());

it('remembers the last call that failed, with its answer', async () => {
  const shopper = new Shopper(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AbortSignal.timeout(10_000),
  );
  statuses = [503, 422];
  await shopper.callUntilDone(signIn, { body: {} });
  expect(shopper.lastFailure).toBe('POST /api/login: 422 {"code":"NO_ORDER"}');
  await shopper.callUntilDone(signIn, { body: {} });
  expect([shopper.lastCall, shopper.lastFailure]).toEqual([
    'POST /api/login: 200 {"code":"NO_ORDER"}',
    'POST /api/login: 422 {"code":"NO_ORDER"}',
  ]);
});
