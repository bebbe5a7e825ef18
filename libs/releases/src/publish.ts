import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import PQueue from 'p-queue';
import type { ReleaseStore, WritableReleaseStore } from './release-store.js';
import {
  addPartial,
  describeFile,
  formatList,
  formatPointer,
  goBack,
  isFilePath,
  KEEP_MS,
  listBuilds,
  MAX_LIST_BYTES,
  MAX_POINTER_BYTES,
  parsePointer,
  ReleaseFault,
  toBuildsKey,
  toFileKey,
  toListKey,
  toPointerKey,
  type Pointer,
} from './release.rules.js';

const TRANSFERS = 8;

/** Null before the first release of the app. */
export async function readPointer(store: ReleaseStore, app: string): Promise<Pointer | null> {
  const text = await store.readFile(toPointerKey(app), MAX_POINTER_BYTES);
  return text && parsePointer(text.toString('utf8'), nameFile(store, app));
}

const nameFile = ({ address }: ReleaseStore, app: string): string => `${toPointerKey(app)} in ${address}`;

/** The paths of all files in a folder. Throws if it has something else, such as a link, which would be missing in the build. */
async function listPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other) throw new ReleaseFault(`${join(other.parentPath, other.name)} is neither a file nor a folder`);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

/** Stores the folder as a build that no pointer names yet. */
export async function uploadBuild(store: WritableReleaseStore, app: string, folder: string): Promise<string> {
  const paths = await listPaths(folder);
  const wrong = paths.find((path) => !isFilePath(path));
  if (wrong !== undefined) throw new ReleaseFault(`${wrong} can't be released: its name is not one of a web file`);
  if (paths.length === 0) throw new ReleaseFault(`${folder} has no files`);
  return uploadFiles(store, app, folder, paths);
}

/** The list of the files comes last, so a build that has one is whole. */
async function uploadFiles(
  store: WritableReleaseStore,
  app: string,
  folder: string,
  paths: readonly string[],
): Promise<string> {
  const files = await Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(folder, path)) })));
  const { build, text } = formatList(
    Object.fromEntries(files.map(({ path, content }) => [path, describeFile(content)])),
  );
  if (await store.readFile(toListKey(app, build), Buffer.byteLength(text))) return build;
  const queue = new PQueue({ concurrency: TRANSFERS });
  await queue.addAll(
    files.map(
      ({ path, content }) =>
        () =>
          store.writeFile(toFileKey(app, build, path), content),
    ),
  );
  await store.writeFile(toListKey(app, build), Buffer.from(text));
  return build;
}

/**
 * Takes over the hashed files that gateways kept for open pages until December 2026, and removes them from the archive. The modification time of such
 * a file is the last time at which a build in use contained it. The app must have a release.
 */
export async function importArchive(
  store: WritableReleaseStore,
  app: string,
  archive: string,
  now: number,
): Promise<void> {
  const folder = join(archive, app === 'shell' ? 'shell' : `remotes/${app}`);
  const paths = await listPaths(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!paths) return;
  const times = new Map<string, number>();
  for (const path of paths.filter(isFilePath)) {
    const { mtimeMs } = await stat(join(folder, path));
    if (now - mtimeMs <= KEEP_MS) times.set(path, mtimeMs);
  }
  if (times.size > 0) {
    const build = await uploadFiles(store, app, folder, [...times.keys()]);
    await changePointer(store, app, (before) => {
      if (!before) throw new ReleaseFault(`${app} has no release that its archive belongs to`);
      return addPartial(before, build, Math.max(...times.values()));
    });
  }
  await rm(folder, { recursive: true });
}

/** Replaces the pointer by what `change` makes of it, which may be called again if another release is faster. */
export async function changePointer(
  store: WritableReleaseStore,
  app: string,
  change: (before: Pointer | null) => Pointer,
): Promise<Pointer> {
  let after: Pointer | undefined;
  await store.changeFile(toPointerKey(app), MAX_POINTER_BYTES, (text) => {
    const before = text && parsePointer(text.toString('utf8'), nameFile(store, app));
    after = change(before);
    return after === before ? null : Buffer.from(formatPointer(after));
  });
  if (!after) throw new Error('The pointer was not changed');
  return after;
}

/**
 * Moves the pointer back, or to the build whose name starts with `wanted`. `check` may throw if that build is no longer possible. Returns what is
 * live now.
 */
export async function returnToBuild(
  store: WritableReleaseStore,
  app: string,
  wanted: string | undefined,
  check: (build: string) => Promise<void>,
): Promise<Pointer['live']> {
  const pointer = await readPointer(store, app);
  if (!pointer) throw new ReleaseFault(`${app} has no release in ${store.address}`);
  const { live } = goBack(pointer, Date.now(), wanted);
  if (!(await store.readFile(toListKey(app, live.build), MAX_LIST_BYTES)))
    throw new ReleaseFault(`The files of ${app} ${live.build.slice(0, 12)} are no longer in ${store.address}`);
  await check(live.build);
  await changePointer(store, app, (before) => {
    // The store may have done it, although its first answer was lost.
    if (before?.live.build === live.build) return before;
    if (before?.live.build !== pointer.live.build) throw new ReleaseFault(`${app} was released in between: try again`);
    return goBack(before, Date.now(), live.build);
  });
  return live;
}

/** Removes builds that the pointer does not name and that are older than a week: a younger one may be on its way. */
export async function removeOldBuilds(
  store: WritableReleaseStore,
  app: string,
  now: number,
  keepMs = KEEP_MS,
): Promise<void> {
  const pointer = await readPointer(store, app);
  if (!pointer) return;
  const named = new Set(listBuilds(pointer));
  const prefix = toBuildsKey(app);
  const old = (await store.listFiles(prefix)).filter(
    ({ key, changedAt }) => !named.has(key.slice(prefix.length).split('/')[0] ?? '') && now - changedAt > keepMs,
  );
  // Without its list a build counts as incomplete, so the lists go first.
  const isList = (key: string): boolean => key === toListKey(app, key.split('/')[2] ?? '');
  for (const keys of [old.filter(({ key }) => isList(key)), old.filter(({ key }) => !isList(key))]) {
    const queue = new PQueue({ concurrency: TRANSFERS });
    await queue.addAll(
      keys.map(
        ({ key }) =>
          () =>
            store.removeFile(key),
      ),
    );
  }
}
