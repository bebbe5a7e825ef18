/**
 * `npm run prove:previous-version`: each app is deployed alone, so versions run together, on the same databases. Each service of the released commits
 * (`config.released` in package.json) runs with the rest of this version, and the reverse. The released web pages run on the services of this version.
 * Each such shop sells. Payloads that the contracts of one side generate are read by the other side.
 *   --commit=REF    this commit instead of the released ones, for all apps
 *   --whole-shops   all services change their version together: this version, the released one, this one again. No released web pages
 */
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { APPS, type App } from '../../dev/contracts/apps.ts';
import { readReleased, toCommit } from '../../dev/contracts/released.ts';
import { buildShop } from '../../dev/stack/build.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { drawnPet } from '../bench/photo.ts';
import { withCheckouts } from './checkouts.ts';
import { planCombinations } from './combinations.ts';
import { buyWithPages } from './pages.ts';
import { provePart } from './prove-part.ts';
import { provePayloads } from './prove-payloads.ts';
import { sellWithCombinations } from './shops.ts';

const { values } = parseArgs({
  options: { commit: { type: 'string' }, 'whole-shops': { type: 'boolean', default: false } },
});
const withMixed = !values['whole-shops'];

/** App → its released commit. */
function readCommits(): Map<App, string> {
  const released = readReleased();
  const commits = new Map<App, string>();
  for (const app of APPS) {
    const reference = values.commit ?? released[app];
    if (reference) commits.set(app, toCommit(reference));
  }
  return commits;
}

/** As `npm start` does. */
async function installAndBuild(folder: string, commit: string): Promise<void> {
  const isBuilt = await provePart(`${commit.slice(0, 8)} is installed and built`, async () => {
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
  for (const combinations of planCombinations({ current: PROJECT_ROOT, released: new Map(services) }, withMixed))
    failed += await sellWithCombinations(combinations, photo);
  const pages = released.filter(({ app }) => app.endsWith('-web'));
  if (withMixed && pages.length > 0) {
    const names = pages.map(({ app, commit }) => `${app} of ${commit.slice(0, 8)}`).join(', ');
    const roots = new Map(pages.map(({ app, root }) => [app, root]));
    if (!(await provePart(`${names}, the services of this version`, () => buyWithPages(roots)))) failed += 1;
  }
  return failed;
}

const commits = readCommits();
if (commits.size === 0) console.log('No app is released, so there is nothing to prove.');
else {
  const failed = await withCheckouts(PROJECT_ROOT, [...commits.values()], installAndBuild, (roots) =>
    proveAll(commits, roots),
  );
  console.log(failed === 0 ? '\nThe versions sell together.' : `\n${failed} parts failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
