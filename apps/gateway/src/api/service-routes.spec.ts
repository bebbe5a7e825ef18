import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listServiceRoutes, publicRoutes, ROUTES_FILE, type ReleasedRoute } from '@shop/contracts-all';
import type { ServiceName } from '@shop/contracts-common/routes';
import { changePointer, FolderReleases, makeLive, uploadBuild } from '@shop/releases';
import { pino } from 'pino';
import { register } from 'prom-client';
import type { Config } from '../config.js';
import { RouteTable } from './route-table.js';
import { ServiceRoutes } from './service-routes.js';

const AWAY = 'http://127.0.0.1:9';

let root: string;
let store: FolderReleases;
let running: ServiceRoutes[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'service-routes-'));
  store = new FolderReleases(join(root, 'store'));
  running = [];
});
afterEach(async () => {
  await stop();
  await rm(root, { recursive: true });
});

async function start(address = store.address): Promise<{ table: RouteTable; routes: ServiceRoutes }> {
  const config = { NODE_ENV: 'test', WEB_RELEASES: address, DATA_DIR: join(root, 'disk') } as Config;
  const table = new RouteTable(config);
  const routes = new ServiceRoutes(config, pino({ level: 'silent' }), Date.now, table);
  running.push(routes);
  await routes.onApplicationBootstrap();
  return { table, routes };
}
const stop = (): Promise<void[]> => Promise.all(running.splice(0).map((each) => each.onApplicationShutdown()));

const listBuilt = (service: ServiceName) => listServiceRoutes(publicRoutes, service);
const release = (service: ServiceName, ...routes: object[]): Promise<void> =>
  releaseText(service, JSON.stringify(routes));
async function releaseText(service: ServiceName, text: string): Promise<void> {
  const folder = await mkdtemp(join(root, 'build-'));
  await writeFile(join(folder, ROUTES_FILE), text);
  const build = await uploadBuild(store, `${service}-svc`, folder);
  await changePointer(store, `${service}-svc`, (before) => makeLive(before, build, Date.now()));
}
async function readBehind(service: ServiceName): Promise<number | undefined> {
  const { values } = (await register.getSingleMetric('released_routes_behind')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels.app === `${service}-svc`)?.value;
}

/** Both order-svc and support-svc own this path. */
const EMAILS = { method: 'DELETE', path: '/api/admin/orders/:id/emails', access: 'admin', limit: 'change' } as const;
const OF_ORDER: ReleasedRoute = { ...EMAILS, service: 'order' };
const OF_SUPPORT: ReleasedRoute = { ...EMAILS, service: 'support' };
const findOwner = ({ table }: { table: RouteTable }): string | undefined => {
  const route = table.find('DELETE', '/api/admin/orders/7/emails');
  return route && 'service' in route ? route.service : undefined;
};

it('released routes are used after a start while the store is away', async () => {
  await release('order', ...listBuilt('order'), OF_ORDER);
  expect(findOwner(await start())).toBe('order');
  await stop();
  expect(findOwner(await start(AWAY))).toBe('order');
  expect(await readBehind('order')).toBe(1);
});

it('a store that is back ends the alert of services that have released nothing', async () => {
  let isDown = true;
  const server = createServer((_request, response) => response.writeHead(isDown ? 500 : 404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { routes } = await start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await readBehind('art')).toBe(1);
  isDown = false;
  await routes.update();
  expect(await readBehind('art')).toBe(0);
  server.closeAllConnections();
  server.close();
});

it('routes that were refused are taken once the other service has given their call away', async () => {
  await release('support', ...listBuilt('support'), OF_SUPPORT);
  const gateway = await start();
  await release('order', ...listBuilt('order'), OF_ORDER);
  await gateway.routes.update();
  expect([findOwner(gateway), await readBehind('order')]).toEqual(['support', 1]);
  await release('support', ...listBuilt('support'));
  // In the first of them order-svc may come first.
  for (let update = 0; update < 2; update += 1) await gateway.routes.update();
  expect([findOwner(gateway), await readBehind('order')]).toEqual(['order', 0]);
});

/** The gateway itself makes this archive. */
const ARCHIVE = { service: 'identity', method: 'GET', path: '/api/user/data', access: 'user', limit: 'read' };

it.each([
  ['no JSON', '['],
  ['no routes', '[]'],
  ['the call of an archive', JSON.stringify([...listBuilt('identity'), ARCHIVE])],
])('a release with %s is refused, and the routes before stay', async (_case, text) => {
  await release('identity', ...listBuilt('identity'));
  const { table, routes } = await start();
  await releaseText('identity', text);
  await routes.update();
  expect(table.find('GET', '/api/user')).toMatchObject({ service: 'identity' });
  expect(table.find('GET', '/api/user/data')).toMatchObject({ archive: {} });
  expect(await readBehind('identity')).toBe(1);
});
