/**
 * Tells the gateways the routes of a service: `npm run release:routes -- order-svc [--rollback] [--store=ADDRESS]`, once its replicas have them. Routes that
 * the gateways would refuse are not released. The store is that of the web apps.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
  goBack,
  makeLive,
  openWritableStore,
  readPointer,
  ReleaseFault,
  removeOldBuilds,
  toFileKey,
  uploadBuild,
  type WritableReleaseStore,
} from '@shop/releases';
import { readSettings } from '../../ops/shop/settings.ts';
import { getWebReleases } from '../stack/services.ts';

const MAX_ROUTES_BYTES = 1_000_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rollback: { type: 'boolean', default: false }, store: { type: 'string' } },
});

function toService(name: string | undefined): ServiceName {
  const service = SERVICE_NAMES.find((each) => `${each}-svc` === name);
  if (!service)
    throw new ReleaseFault(`Name one of the services: ${SERVICE_NAMES.map((each) => `${each}-svc`).join(', ')}`);
  return service;
}

/** What the gateways use: the released routes, before a first release those of the contracts. */
async function readLive(store: WritableReleaseStore, service: ServiceName): Promise<readonly ReleasedRoute[]> {
  const app = `${service}-svc`;
  const pointer = await readPointer(store, app);
  if (!pointer) return listServiceRoutes(publicRoutes, service);
  const text = await store.readFile(toFileKey(app, pointer.live.build, ROUTES_FILE), MAX_ROUTES_BYTES);
  if (!text) throw new ReleaseFault(`The live routes of ${app} are missing in ${store.address}`);
  return parseServiceRoutes(text.toString('utf8'), service);
}

async function release(store: WritableReleaseStore, service: ServiceName): Promise<void> {
  const app = `${service}-svc`;
  const text = JSON.stringify(listServiceRoutes(publicRoutes, service));
  const others = SERVICE_NAMES.filter((each) => each !== service);
  const owned = await Promise.all(others.map((each) => readLive(store, each)));
  joinRoutes([...owned, parseServiceRoutes(text, service)]);
  const folder = await mkdtemp(join(tmpdir(), 'routes-'));
  try {
    await writeFile(join(folder, ROUTES_FILE), text);
    const build = await uploadBuild(store, app, folder);
    await changePointer(store, app, (before) => makeLive(before, build, Date.now()));
    await removeOldBuilds(store, app, Date.now());
    console.log(`The routes of ${app} are live in ${store.address}. Back: npm run release:routes -- ${app} --rollback`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function putBack(store: WritableReleaseStore, service: ServiceName): Promise<void> {
  const app = `${service}-svc`;
  const { live } = await changePointer(store, app, (before) => {
    if (!before) throw new ReleaseFault(`${app} has released no routes in ${store.address}`);
    return goBack(before, Date.now());
  });
  console.log(`The routes of ${app} are back at those of ${live.releasedAt} in ${store.address}.`);
}

try {
  const service = toService(positionals[0]);
  const settings = readSettings();
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings.env;
  const address = (values.store ?? settings.env.WEB_RELEASES) || getWebReleases(settings);
  // An empty variable counts as unset.
  const access = { S3_ENDPOINT, S3_REGION: S3_REGION || 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const store = await openWritableStore(address, access);
  await (values.rollback ? putBack(store, service) : release(store, service));
  store.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
