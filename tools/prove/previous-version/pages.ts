import { join } from 'node:path';
import { execa } from 'execa';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';

/** Buys as a guest in a browser: web apps of other checkouts (app → root), and all else of this one. Throws an Error with the end of the output. */
export async function buyWithPages(roots: ReadonlyMap<string, string>): Promise<void> {
  const builds = [...roots].map(([app, root]) => [app.replace('-web', ''), join(root, 'apps', app, 'dist')]);
  const args = ['test', '-c', 'apps/e2e/playwright.config.ts', '--project=shop', 'journeys/guest-buys'];
  const { failed, all } = await execa('playwright', args, {
    cwd: PROJECT_ROOT,
    preferLocal: true,
    env: { WEB_BUILDS: JSON.stringify(Object.fromEntries(builds)) },
    stdin: 'ignore',
    all: true,
    reject: false,
  });
  if (failed) throw new Error(all.slice(-3000));
}
