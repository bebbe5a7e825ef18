/**
 * Releases a web app: `npm run release:web -- storefront [--rollback | --build=BUILD | --list] [--store=ADDRESS]`, see docs/releasing.md. Builds it,
 * uploads its files, checks that it fits the other web apps that are live, and moves the pointer. `--no-compile` takes the build that is there, `--force` releases what does not fit.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
import { SHARED_FILE, type SharedLibraries } from '../../federation/shared-libraries.ts';
import { PROJECT_ROOT, readSettings } from '../../ops/shop/settings.ts';
import { getWebReleases, WEB_APPS } from '../stack/services.ts';
import { toWebName } from '../stack/web-releases.ts';
import { findMisfits } from './web-fit.rules.ts';

const SHELL = 'shell';
const MAX_SHARED_BYTES = 100_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    rollback: { type: 'boolean', default: false },
    build: { type: 'string' },
    list: { type: 'boolean', default: false },
    store: { type: 'string' },
    compile: { type: 'boolean', default: true },
    force: { type: 'boolean', default: false },
  },
});

const APPS = WEB_APPS.map(toWebName);

function toApp(name: string | undefined): string {
  const app = name && toWebName(name);
  if (!app || !APPS.includes(app)) throw new ReleaseFault(`Name one of the web apps: ${APPS.join(', ')}`);
  return app;
}

/** Null for a build that was made before builds named their libraries. */
async function readShared(store: WritableReleaseStore, app: string, build: string): Promise<SharedLibraries | null> {
  const text = await store.readFile(toFileKey(app, build, SHARED_FILE), MAX_SHARED_BYTES);
  return text && (JSON.parse(text.toString('utf8')) as SharedLibraries);
}

/** Compares a remote with the live shell, or a shell with all live remotes. Throws if they do not fit. */
async function checkFit(store: WritableReleaseStore, app: string, build: string): Promise<void> {
  const own = await readShared(store, app, build);
  for (const other of APPS) {
    if (other === app || (app !== SHELL && other !== SHELL)) continue;
    const pointer = await readPointer(store, other);
    const theirs = pointer && (await readShared(store, other, pointer.live.build));
    if (!own || !theirs) {
      console.log(`${other} and ${app} are not compared: one is not released, or does not name its libraries.`);
      continue;
    }
    const misfits = app === SHELL ? findMisfits(theirs, own) : findMisfits(own, theirs);
    if (misfits.length > 0 && !values.force)
      throw new ReleaseFault(
        `${app} does not fit the live ${other}, so it is not released: ${misfits.join('; ')}. See docs/releasing.md, "Web apps".`,
      );
  }
}

async function compile(app: string): Promise<void> {
  if (!values.compile) return;
  const { buildShop } = await import('../stack/build.ts');
  await buildShop({ projects: [`${app}-web`], quiet: true });
}

async function release(store: WritableReleaseStore, app: string): Promise<void> {
  await compile(app);
  const build = await uploadBuild(store, app, join(PROJECT_ROOT, 'apps', `${app}-web`, 'dist'));
  await checkFit(store, app, build);
  await changePointer(store, app, (before) => makeLive(before, build, Date.now()));
  await removeOldBuilds(store, app, Date.now());
  console.log(
    `${app} ${build.slice(0, 12)} is live in ${store.address}. Back: npm run release:web -- ${app} --rollback`,
  );
}

/** Only moves the pointer: the files are there. */
async function putBack(store: WritableReleaseStore, app: string): Promise<void> {
  const before = await readPointer(store, app);
  if (!before) throw new ReleaseFault(`${app} has no release in ${store.address}`);
  const { live } = goBack(before, Date.now(), values.build);
  await checkFit(store, app, live.build);
  await changePointer(store, app, () => goBack(before, Date.now(), values.build));
  console.log(`${app} is back at ${live.build.slice(0, 12)} of ${live.releasedAt} in ${store.address}.`);
}

async function list(store: WritableReleaseStore, app: string): Promise<void> {
  const pointer = await readPointer(store, app);
  if (!pointer) throw new ReleaseFault(`${app} has no release in ${store.address}`);
  console.log(`live      ${pointer.live.build.slice(0, 12)}  released ${pointer.live.releasedAt}`);
  for (const { build, releasedAt, liveUntil, isPartial } of pointer.previous)
    console.log(
      `${isPartial ? 'archive ' : 'earlier '}  ${build.slice(0, 12)}  released ${releasedAt}, until ${liveUntil}`,
    );
}

try {
  const app = toApp(positionals[0]);
  const settings = readSettings();
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings.env;
  const address = (values.store ?? settings.env.WEB_RELEASES) || getWebReleases(settings);
  // An empty variable counts as unset.
  const access = { S3_ENDPOINT, S3_REGION: S3_REGION || 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const store = await openWritableStore(address, access);
  if (values.list) await list(store, app);
  else if (values.rollback || values.build !== undefined) await putBack(store, app);
  else await release(store, app);
  store.close();
} catch (error) {
  console.error(error instanceof ReleaseFault ? error.message : error);
  process.exit(1);
}
