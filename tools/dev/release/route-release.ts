import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  joinRoutes,
  listServiceRoutes,
  parseServiceRoutes,
  publicRoutes,
  ROUTES_FILE,
  type ReleasedRoute,
} from '@shop/contracts-all';
import { SERVICE_NAMES, type ServiceName } from '@shop/contracts-common/routes';
import {
  changePointer,
  makeLive,
  readPointer,
  ReleaseFault,
  removeOldBuilds,
  returnToBuild,
  toFileKey,
  uploadBuild,
  type WritableReleaseStore,
} from '@shop/releases';

const MAX_ROUTES_BYTES = 1_000_000;

/** The routes of one service in a store. */
export interface RouteRelease {
  readonly store: WritableReleaseStore;
  readonly service: ServiceName;
  /** Shows a line to the operator. */
  readonly say: (line: string) => void;
}

export function toService(names: readonly string[]): ServiceName {
  const service = SERVICE_NAMES.find((each) => `${each}-svc` === names[0]);
  if (!service || names.length !== 1)
    throw new ReleaseFault(`Name one of the services: ${SERVICE_NAMES.map((each) => `${each}-svc`).join(', ')}`);
  return service;
}

/** Makes routes live that gateways take: by default those of the contracts. */
export async function releaseRoutes(
  release: RouteRelease,
  routes: readonly ReleasedRoute[] = listServiceRoutes(publicRoutes, release.service),
): Promise<void> {
  const { store, service, say } = release;
  const app = `${service}-svc`;
  const text = JSON.stringify(routes);
  await checkRoutes(release, text);
  const folder = await mkdtemp(join(tmpdir(), 'routes-'));
  try {
    await writeFile(join(folder, ROUTES_FILE), text);
    const build = await uploadBuild(store, app, folder);
    await changePointer(store, app, (before) => makeLive(before, build, Date.now()));
    await removeOldBuilds(store, app, Date.now());
    say(`The routes of ${app} are live in ${store.address}. Back: npm run release:routes -- ${app} --rollback`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function putRoutesBack(release: RouteRelease): Promise<void> {
  const { store, service, say } = release;
  const app = `${service}-svc`;
  const { releasedAt } = await returnToBuild(store, app, undefined, async (build) =>
    checkRoutes(release, await readRoutes(store, service, build)),
  );
  say(`The routes of ${app} are back at those of ${releasedAt} in ${store.address}.`);
}

/** Throws if gateways would refuse the routes. */
async function checkRoutes({ store, service }: RouteRelease, text: string): Promise<void> {
  const others = SERVICE_NAMES.filter((each) => each !== service);
  const owned = await Promise.all(others.map((each) => readLive(store, each)));
  try {
    joinRoutes([...owned, parseServiceRoutes(text, service)]);
  } catch (error) {
    throw new ReleaseFault(error instanceof Error ? error.message : String(error));
  }
}

/** What the gateways use: the released routes, before a first release those of the contracts. */
async function readLive(store: WritableReleaseStore, service: ServiceName): Promise<readonly ReleasedRoute[]> {
  const pointer = await readPointer(store, `${service}-svc`);
  if (!pointer) return listServiceRoutes(publicRoutes, service);
  return parseServiceRoutes(await readRoutes(store, service, pointer.live.build), service);
}

async function readRoutes(store: WritableReleaseStore, service: ServiceName, build: string): Promise<string> {
  const app = `${service}-svc`;
  const text = await store.readFile(toFileKey(app, build, ROUTES_FILE), MAX_ROUTES_BYTES);
  if (!text) throw new ReleaseFault(`The routes of ${app} ${build.slice(0, 12)} are missing in ${store.address}`);
  return text.toString('utf8');
}
