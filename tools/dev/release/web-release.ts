import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
import { SHARED_FILE, type SharedLibraries } from '../../federation/shared-libraries.ts';
import { WEB_APPS } from '../stack/services.ts';
import { toWebName } from '../stack/web-releases.ts';
import { findMisfits } from './web-fit.rules.ts';

const SHELL = 'shell';
const MAX_SHARED_BYTES = 100_000;

const APPS = WEB_APPS.map(toWebName);

/** One web app in a store. */
export interface WebRelease {
  readonly store: WritableReleaseStore;
  readonly app: string;
  /** Also releases what does not fit. */
  readonly force: boolean;
  /** Shows a line to the operator. */
  readonly say: (line: string) => void;
}

export function toApp(names: readonly string[]): string {
  const [app] = names.map(toWebName);
  if (names.length !== 1 || app === undefined || !APPS.includes(app))
    throw new ReleaseFault(`Name one of the web apps: ${APPS.join(', ')}`);
  return app;
}

/** Uploads the build in the folder, and makes it live if it fits. */
export async function releaseBuild(release: WebRelease, folder: string): Promise<void> {
  const { store, app, say } = release;
  const mainFile = app === SHELL ? 'index.html' : 'mf-manifest.json';
  if (!existsSync(join(folder, mainFile)))
    throw new ReleaseFault(`${folder} has no ${mainFile}, so it is no build of ${app}`);
  const build = await uploadBuild(store, app, folder);
  await checkFit(release, build);
  await changePointer(store, app, (before) => makeLive(before, build, Date.now()));
  await removeOldBuilds(store, app, Date.now());
  say(`${app} ${build.slice(0, 12)} is live in ${store.address}. Back: npm run release:web -- ${app} --rollback`);
}

/** Only moves the pointer: the files are there. `wanted`: the start of a build's name, default is the build before. */
export async function putBack(release: WebRelease, wanted?: string): Promise<void> {
  const { store, app, say } = release;
  const { build, releasedAt } = await returnToBuild(store, app, wanted, (target) => checkFit(release, target));
  say(`${app} is back at ${build.slice(0, 12)} of ${releasedAt} in ${store.address}.`);
}

export async function listReleases({ store, app, say }: WebRelease): Promise<void> {
  const pointer = await readPointer(store, app);
  if (!pointer) throw new ReleaseFault(`${app} has no release in ${store.address}`);
  const { live, previous } = pointer;
  say(`live      ${live.build.slice(0, 12)}  released ${live.releasedAt}`);
  for (const { build, releasedAt, liveUntil, isPartial, isWithdrawn } of previous) {
    const kind = isPartial ? 'archive' : isWithdrawn ? 'withdrawn' : 'earlier';
    say(`${kind.padEnd(9)} ${build.slice(0, 12)}  released ${releasedAt}, until ${liveUntil}`);
  }
}

/** Null for a build that was made before builds named their libraries. */
async function readShared(store: WritableReleaseStore, app: string, build: string): Promise<SharedLibraries | null> {
  const text = await store.readFile(toFileKey(app, build, SHARED_FILE), MAX_SHARED_BYTES);
  return text && (JSON.parse(text.toString('utf8')) as SharedLibraries);
}

/** Compares a remote with the live shell, or a shell with all live remotes. Throws if they do not fit. */
async function checkFit({ store, app, force, say }: WebRelease, build: string): Promise<void> {
  const own = await readShared(store, app, build);
  for (const other of APPS) {
    if (other === app || (app !== SHELL && other !== SHELL)) continue;
    const pointer = await readPointer(store, other);
    const theirs = pointer && (await readShared(store, other, pointer.live.build));
    if (!own || !theirs) {
      say(`${other} and ${app} are not compared: one is not released, or does not name its libraries.`);
      continue;
    }
    const misfits = app === SHELL ? findMisfits(theirs, own) : findMisfits(own, theirs);
    if (misfits.length === 0) continue;
    const reasons = misfits.join('; ');
    if (!force)
      throw new ReleaseFault(
        `${app} does not fit the live ${other}, so it is not released: ${reasons}. See docs/releasing.md, "Web apps".`,
      );
    say(`${app} does not fit the live ${other}: ${reasons}.`);
  }
}
