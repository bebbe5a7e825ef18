/** What a release demands, each with a message that says what to do. */
import { readFileSync } from 'node:fs';
import { APPS, type App } from '../contracts/apps.ts';
import { findCallsNotReleased } from '../contracts/compare.ts';
import { describeChange, EXCEPTION_ADVICE, judgeCandidate, type Exception } from '../contracts/gate.ts';
import { git, listVersions, readContract, readReleasedContracts, type Released } from '../contracts/released.ts';

/** The message says what the operator can do. */
export class ReleaseError extends Error {}

export function toApp(name: string): App {
  const app = APPS.find((each) => each === name);
  if (!app) throw new ReleaseError(`${name} is no app. Apps: ${APPS.join(', ')}`);
  return app;
}

export const hasRemote = (): boolean => git('remote').split('\n').includes('origin');

/** Releases are recorded on main, and only of what is merged. */
export function checkClone(): void {
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError(
      'There are changes that are not committed. Commit them and merge them to main, or stash them.',
    );
  if (git('branch', '--show-current') !== 'main')
    throw new ReleaseError('Releases are recorded on main: git switch main. A fix of an older version: --from=BRANCH.');
  if (!hasRemote()) return;
  git('fetch', '--quiet', '--tags', 'origin', 'main');
  if (git('rev-parse', 'HEAD') !== git('rev-parse', 'FETCH_HEAD'))
    throw new ReleaseError('This main is not that of origin. Get it with git pull; merge what is only here.');
}

/**
 * The contract gate, and the order of releases: a page comes after the calls that it makes.
 * @param findSince finds the version that the commit descends from. Undefined for a version that was judged before its release
 */
export function checkContracts(
  apps: readonly App[],
  commit: string,
  released: Released,
  findSince: (app: App, commit: string) => string | undefined,
): void {
  const exceptions = JSON.parse(readFileSync('tools/dev/contracts/exceptions.json', 'utf8')) as Exception[];
  const problems = apps.flatMap((app) => {
    const contract = readContract(app, commit);
    const since = findSince(app, commit);
    const candidate = { app, commit, since, contract };
    const calls = findCallsNotReleased(contract, readReleasedContracts(released), (other) =>
      readContract(other, commit),
    );
    return [...judgeCandidate(candidate, released, exceptions), ...calls].map((change) => describeChange(app, change));
  });
  if (problems.length > 0) throw new ReleaseError(`${problems.join('\n')}\n${EXCEPTION_ADVICE}`);
}

/** Throws if a version can't run on today's database. The newest and the one before can; an older one can unless a later migration took something away. */
export function checkDatabase(app: App, version: string): void {
  const versions = listVersions(app);
  const [newest = version, ...rest] = versions;
  if (newest === version || rest[0] === version) return;
  const { migrations } = readContract(app, `${app}@${version}`);
  for (const [name, { takes }] of Object.entries(readContract(app, `${app}@${newest}`).migrations)) {
    const [statement] = takes;
    if (name in migrations || !statement) continue;
    throw new ReleaseError(
      `${app}@${version} can't run on today's database, because ${name} has ${statement}. Put back a later version, or release a fix.`,
    );
  }
}
