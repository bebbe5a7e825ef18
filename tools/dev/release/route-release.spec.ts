import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listServiceRoutes, publicRoutes, ROUTES_FILE, type ReleasedRoute } from '@shop/contracts-all';
import type { ServiceName } from '@shop/contracts-common/routes';
import { FolderReleases, readPointer, toFileKey } from '@shop/releases';
import { putRoutesBack, releaseRoutes, toService, type RouteRelease } from './route-release.ts';

let root: string;
let store: FolderReleases;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'route-release-'));
  store = new FolderReleases(root);
});
afterEach(() => rm(root, { recursive: true }));

const of = (service: ServiceName): RouteRelease => ({ store, service, say: () => undefined });
const listBuilt = (service: ServiceName) => listServiceRoutes(publicRoutes, service);
const readLive = async (service: ServiceName): Promise<unknown> => {
  const pointer = await readPointer(store, `${service}-svc`);
  const text = await store.readFile(toFileKey(`${service}-svc`, pointer?.live.build ?? '', ROUTES_FILE), 1_000_000);
  return JSON.parse(String(text));
};

/** Both order-svc and support-svc own this path. */
const SHARED = { method: 'DELETE', path: '/api/admin/orders/:id/emails', access: 'admin', limit: 'change' } as const;
const OF_ORDER: ReleasedRoute = { ...SHARED, service: 'order' };
const OF_SUPPORT: ReleasedRoute = { ...SHARED, service: 'support' };

it('the routes of the contracts become live', async () => {
  await releaseRoutes(of('order'));
  expect(await readLive('order')).toEqual(JSON.parse(JSON.stringify(listBuilt('order'))));
});

it('routes that gateways refuse are not released: a call of another service, or a path outside of the own ones', async () => {
  await releaseRoutes(of('support'), [...listBuilt('support'), OF_SUPPORT]);
  await expect(releaseRoutes(of('order'), [...listBuilt('order'), OF_ORDER])).rejects.toThrow(
    'have the route DELETE /api/admin/orders/:/emails',
  );
  const outside: ReleasedRoute = { ...OF_ORDER, path: '/healthz' };
  await expect(releaseRoutes(of('order'), [outside])).rejects.toThrow('its path belongs to no-svc');
  expect(await readPointer(store, 'order-svc')).toBeNull();
});

it('a return to routes that another service took over is refused', async () => {
  await releaseRoutes(of('order'), [...listBuilt('order'), OF_ORDER]);
  await releaseRoutes(of('order'), listBuilt('order'));
  await releaseRoutes(of('support'), [...listBuilt('support'), OF_SUPPORT]);
  await expect(putRoutesBack(of('order'))).rejects.toThrow('have the route DELETE /api/admin/orders/:/emails');
  await releaseRoutes(of('support'), listBuilt('support'));
  await putRoutesBack(of('order'));
  expect(await readLive('order')).toContainEqual(OF_ORDER);
});

it.each([[[]], [['order']], [['order-svc', 'art-svc']]])('%j names no service', (names: string[]) =>
  expect(() => toService(names)).toThrow('Name one of the services: identity-svc'),
);
