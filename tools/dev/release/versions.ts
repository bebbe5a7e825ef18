/** The next versions of apps, and their changelogs, by `nx release`: from the Conventional Commits that touch an app or its libs. */
import type { App } from '../contracts/apps.ts';
import { git, listVersions } from '../contracts/released.ts';

/** An app whose commit gets a version. */
export interface NewVersion {
  readonly app: App;
  readonly version: string;
  /** The version that it descends from. */
  readonly from: string;
}

const NO_GIT = { gitCommit: false, gitTag: false, stageChanges: false } as const;
const toProject = (app: App): string => `@shop/${app}`;
const raisePatch = (version: string): string => version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

/** A fix of an older version may have the number already. */
function findFreeVersion(app: App, wanted: string): string {
  const taken = listVersions(app);
  let version = wanted;
  while (taken.includes(version)) version = raisePatch(version);
  return version;
}

/** Nx also prints a change of package.json, which stays as it is: the version is that of the tag. */
async function silently<T>(action: () => Promise<T>): Promise<T> {
  const lines: string[] = [];
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) Object.assign(stream, { write: (text: string) => lines.push(text) > 0 });
  const restore = (): void => streams.forEach((stream) => void Reflect.deleteProperty(stream, 'write'));
  // Nx ends the process if it can't go on.
  const show = (): void => {
    restore();
    process.stderr.write(lines.join(''));
  };
  process.once('exit', show);
  try {
    return await action();
  } finally {
    process.off('exit', show);
    restore();
  }
}

/** @returns the apps of these that changed since their last version. */
export async function findNextVersions(apps: readonly App[]): Promise<NewVersion[]> {
  const { releaseVersion } = await import('nx/release');
  const { projectsVersionData } = await silently(() =>
    releaseVersion({ projects: apps.map(toProject), dryRun: true, ...NO_GIT }),
  );
  return apps.flatMap((app) => {
    const { currentVersion, newVersion } = projectsVersionData[toProject(app)] ?? {};
    return currentVersion && newVersion ? { app, version: findFreeVersion(app, newVersion), from: currentVersion } : [];
  });
}

/** A fix of an older version: the next free number of its line. Empty if nothing was fixed. */
export function findFixVersion(app: App, commit: string): NewVersion[] {
  const [from] = listVersions(app, commit);
  if (!from || git('rev-list', '--count', `${app}@${from}..${commit}`) === '0') return [];
  return [{ app, version: findFreeVersion(app, raisePatch(from)), from }];
}

/** Puts the commits of a version on top of the app's CHANGELOG.md. */
export async function writeChangelog(
  { app, version, from }: NewVersion,
  commit: string,
  dryRun: boolean,
): Promise<void> {
  const { releaseChangelog } = await import('nx/release');
  const versionData = {
    [toProject(app)]: { currentVersion: from, newVersion: version, dockerVersion: null, dependentProjects: [] },
  };
  const range = { from: `${app}@${from}`, to: commit };
  await releaseChangelog({
    projects: [toProject(app)],
    versionData,
    ...range,
    dryRun,
    createRelease: false,
    ...NO_GIT,
  });
}
