/**
 * Releases a web app: `npm run release:web -- storefront [--rollback | --build=BUILD | --list] [--store=ADDRESS]`, see docs/releasing.md. Builds it,
 * uploads its files, checks that it fits the other web apps that are live, and moves the pointer. `--no-compile` takes the build that is there, `--force` releases what does not fit.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ReleaseFault } from '@shop/releases';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { openStore } from './open-store.ts';
import { listReleases, putBack, releaseBuild, toApp, type WebRelease } from './web-release.ts';

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

async function compile(app: string): Promise<void> {
  if (!values.compile) return;
  const { buildShop } = await import('../stack/build.ts');
  await buildShop({ projects: [`${app}-web`], quiet: true });
}

async function run(release: WebRelease): Promise<void> {
  if (values.list) return listReleases(release);
  if (values.rollback || values.build !== undefined) return putBack(release, values.build);
  await compile(release.app);
  return releaseBuild(release, join(PROJECT_ROOT, 'apps', `${release.app}-web`, 'dist'));
}

try {
  const app = toApp(positionals);
  const store = await openStore(values.store);
  await run({ store, app, force: values.force, say: (line) => console.log(line) });
  store.close();
} catch (error) {
  console.error(error instanceof ReleaseFault ? error.message : error);
  process.exit(1);
}
