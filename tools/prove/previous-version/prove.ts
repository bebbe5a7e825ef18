/**
 * `npm run prove:previous-version`: each app is deployed alone, so versions run together, on the same databases. Each service of the released commits
 * (`config.released` in package.json) runs with the rest of today, and the reverse, and the released web pages run on today's services; each such
 * shop sells. Payloads that the contracts of one side generate are read by the other side.
 *   --commit=REF   this commit instead, for all apps
 *   --pairs=none   only the whole released shop between two visits of this one
 */
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { APPS, type App } from '../../dev/contracts/apps.ts';
import { readReleased } from '../../dev/contracts/released.ts';
import { buildShop } from '../../dev/stack/build.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { drawnPet } from '../bench/photo.ts';
import { resolveCommit, withCheckouts } from './checkouts.ts';
import { provePayloads } from './directions.ts';
import { buyWithPages } from './pages.ts';
import { planPairs } from './pairs.ts';
import { prove } from './report.ts';
import { sellWithPairs } from './shops.ts';

const { values } = parseArgs({ options: { commit: { type: 'string' }, pairs: { type: 'string', default: 'all' } } });
const withMixed = values.pairs !== 'none';

/** App → its released commit. */
async function readCommits(): Promise<Map<App, string>> {
  const released = readReleased();
  const commits = new Map<App, string>();
  for (const app of APPS) {
    const reference = values.commit ?? released[app];
    if (reference) commits.set(app, await resolveCommit(PROJECT_ROOT, reference));
  }
  return commits;
}

/** As `npm start` does. */
async function installAndBuild(folder: string, commit: string): Promise<void> {
  const isBuilt = await prove(`${commit.slice(0, 8)} is installed and built`, async () => {
    await execa(process.execPath, ['tools/dev/start.mjs'], { cwd: folder, env: { NX_DAEMON: 'false' } });
    await buildShop({ root: folder, quiet: true });
  });
  if (!isBuilt) throw new Error('A version that does not build proves nothing');
}

/** Returns how many parts of the proof failed. `roots`: commit → the folder of its checkout. */
async function proveAll(commits: ReadonlyMap<App, string>, roots: ReadonlyMap<string, string>): Promise<number> {
  const rootOf = (app: App): string => roots.get(commits.get(app) ?? '') ?? PROJECT_ROOT;
  const released = [...commits].map(([app, commit]) => ({ app, commit, root: rootOf(app) }));
  let failed = 0;
  for (const [commit, root] of roots)
    failed += await provePayloads(
      root,
      commit,
      released.filter((each) => each.commit === commit).map(({ app }) => app),
    );
  const services = SERVICES.flatMap((service) => {
    const found = released.find(({ app }) => app === service);
    return found ? [[service, found] as const] : [];
  });
  const photo = await drawnPet().resize(1200).jpeg().toBuffer();
  for (const pairs of planPairs({ today: PROJECT_ROOT, released: new Map(services) }, withMixed))
    failed += await sellWithPairs(pairs, photo);
  const pages = released.filter(({ app }) => app.endsWith('-web'));
  if (withMixed && pages.length > 0) {
    const names = pages.map(({ app, commit }) => `${app} of ${commit.slice(0, 8)}`).join(', ');
    const roots = new Map(pages.map(({ app, root }) => [app, root]));
    if (!(await prove(`${names}, the services of this version`, () => buyWithPages(roots)))) failed += 1;
  }
  return failed;
}

const commits = await readCommits();
if (commits.size === 0) console.log('No app is released, so there is nothing to prove.');
else {
  const failed = await withCheckouts(PROJECT_ROOT, [...commits.values()], installAndBuild, (roots) =>
    proveAll(commits, roots),
  );
  console.log(failed === 0 ? '\nThe versions sell together.' : `\n${failed} parts failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
