import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changePointer,
  importArchive,
  listBuilds,
  makeLive,
  readPointer,
  removeOldBuilds,
  uploadBuild,
  type Pointer,
  type WritableReleaseStore,
} from '@shop/releases';

interface Folders {
  /** Has a folder of each built web app. */
  readonly builds: string;
  readonly archive?: string;
}

/** The shell first: a remote may need what only the new one provides. */
const compareApps = (one: string, other: string): number =>
  Number(other === 'shell') - Number(one === 'shell') || one.localeCompare(other);

/** Makes each build live that the store does not know. Returns what it did, for the log. */
export async function releaseBuilds(
  store: WritableReleaseStore,
  { builds, archive }: Folders,
  now: number,
): Promise<{ app: string; build: string; isNew: boolean }[]> {
  const done = [];
  for (const app of (await readdir(builds)).sort(compareApps)) {
    const build = await uploadBuild(store, app, join(builds, app));
    const isKnown = (pointer: Pointer | null): pointer is Pointer => !!pointer && listBuilds(pointer).includes(build);
    // An earlier build was replaced by a newer one, or by a rollback. A start of the shop must not undo that.
    const isNew = !isKnown(await readPointer(store, app));
    if (isNew) await changePointer(store, app, (before) => (isKnown(before) ? before : makeLive(before, build, now)));
    if (archive !== undefined) await importArchive(store, app, archive, now);
    await removeOldBuilds(store, app, now);
    done.push({ app, build, isNew });
  }
  return done;
}
