/**
 * Releases apps: `npm run release -- APP… [--from=BRANCH] | APP@VERSION | --first [--dry-run]`, see docs/releasing.md. Without arguments it lists
 * what is released. `--plan=COMMIT` prints the apps whose release changed since then, for the workflow.
 */
import { parseArgs } from 'node:util';
import { APPS, isWebApp, type App } from '../contracts/apps.ts';
import { findVersionBefore } from '../contracts/gate.ts';
import { listVersions, readReleased, toCommit } from '../contracts/released.ts';
import { checkClone, checkContracts, checkDatabase, ReleaseError, toApp } from './checks.ts';
import { recordRelease, type Release } from './record.ts';
import { findFixVersion, findNextVersions, writeChangelog } from './versions.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    first: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    plan: { type: 'string' },
  },
});
const dryRun = values['dry-run'];

function record(release: Release): void {
  if (dryRun) console.log(`Would be committed: ${release.message}`);
  else recordRelease(release);
}

async function release(names: readonly App[], from?: string): Promise<void> {
  checkClone();
  const commit = toCommit(from ?? 'HEAD');
  const before = readReleased();
  const apps = APPS.filter((app) => names.includes(app));
  const unreleased = apps.filter((app) => !before[app]);
  if (unreleased.length > 0) throw new ReleaseError(`${unreleased.join(', ')}: set the first version with --first.`);
  checkContracts(apps, commit, before, findVersionBefore);
  const versions = from ? apps.flatMap((app) => findFixVersion(app, commit)) : await findNextVersions(apps);
  const unchanged = names.find((name) => !versions.some(({ app }) => app === name));
  if (unchanged) {
    const last = `${unchanged}@${listVersions(unchanged, commit)[0]}`;
    throw new ReleaseError(
      `Nothing of ${unchanged} changed since ${last}: no commit of the types feat, fix, perf, refactor or build touches it or its libs. ` +
        `To put back a version: npm run release -- ${last}`,
    );
  }
  for (const version of versions) await writeChangelog(version, commit, dryRun);
  const tags = versions.map(({ app, version }) => `${app}@${version}`);
  record({ apps, commit, tags, message: `chore(release): ${tags.join(', ')}` });
}

/** Replaces the released version by another one that exists: the one before, or the next again. */
function putBack(name: string): void {
  checkClone();
  const [app, version = ''] = [toApp(name.split('@')[0] ?? ''), name.split('@')[1]];
  const versions = listVersions(app);
  if (!versions.includes(version)) throw new ReleaseError(`There is no ${name}. Versions: ${versions.join(', ')}`);
  const [before, commit] = [readReleased(), toCommit(name)];
  if (before[app] === commit) throw new ReleaseError(`${name} is released already.`);
  checkDatabase(app, version);
  checkContracts([app], commit, before, () => undefined);
  record({ apps: [app], commit, tags: [], message: `chore(release): back to ${name}` });
}

/** Of all apps that have none: at first of all, later of a new one. */
function releaseFirst(): void {
  checkClone();
  const before = readReleased();
  const apps = APPS.filter((app) => !before[app]);
  if (apps.length === 0)
    throw new ReleaseError('All apps have a version. Release an app by its name: npm run release -- art-svc');
  const tags = apps.map((app) => `${app}@1.0.0`);
  const names = apps.length === APPS.length ? 'all apps' : apps.join(', ');
  record({ apps, commit: toCommit('HEAD'), tags, message: `chore(release): 1.0.0 of ${names}` });
}

function list(): void {
  for (const app of APPS) {
    const commit = readReleased()[app];
    const [version = ''] = commit ? listVersions(app, commit) : ['never released'];
    const others = listVersions(app).filter((each) => each !== version);
    const text = others.length > 0 ? `others: ${others.slice(0, 5).join(', ')}` : '';
    console.log(`${app.padEnd(16)}${version.padEnd(10)}${text}`.trimEnd());
  }
}

/** Each app with another version than then. `isWeb`: it is released into a store, and has no image. */
function plan(since: string): void {
  const [before, now] = [readReleased(since), readReleased()];
  const changed = APPS.filter((app) => now[app] && now[app] !== before[app]);
  console.log(
    JSON.stringify(changed.map((app) => ({ app, version: listVersions(app, now[app])[0], isWeb: isWebApp(app) }))),
  );
}

try {
  if (values.plan) plan(values.plan);
  else if (values.first) releaseFirst();
  else if (positionals.length === 0) list();
  else if (positionals.length === 1 && positionals[0]?.includes('@')) putBack(positionals[0]);
  else await release(positionals.map(toApp), values.from);
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exit(1);
}
