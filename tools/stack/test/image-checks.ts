import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../settings.ts';
import { type Ending, run } from './shop-process.ts';

/** Of docs/operations.md: which service's container runs what instead of `npm run NAME`. */
function documentedCommands(): { name: string; service: string; script: string }[] {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8');
  return [...page.matchAll(/^\| `npm run (\w+) -- …` \| `([a-z-]+)` \| `node \/app\/(\S+) …`/gm)].map(
    ([, name = '', service = '', script = '']) => ({ name, service, script }),
  );
}

/** What the image of a service holds, with the project's packages in place of those that are installed into an image. */
function collectImage(service: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-image-'));
  execFileSync(join(PROJECT_ROOT, 'deploy/collect-app.sh'), [service, folder]);
  const packages = join(PROJECT_ROOT, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@shop'), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== '@shop') symlinkSync(join(packages, name), join(folder, 'node_modules', name));
  for (const lib of readdirSync(join(folder, 'libs')))
    symlinkSync(join(folder, 'libs', lib), join(folder, 'node_modules/@shop', lib));
  return folder;
}

/** Runs each command from what the image brings, as `docker compose exec SERVICE` would: with nothing but the service's own addresses. */
export async function runInImages(
  args: Record<string, string[]>,
  environmentOf: (service: string) => NodeJS.ProcessEnv,
): Promise<Record<string, Ending>> {
  const endings: Record<string, Ending> = {};
  for (const { name, service, script } of documentedCommands()) {
    const image = collectImage(service);
    try {
      endings[name] = await run([process.execPath, join(image, script), ...(args[name] ?? [])], {
        env: { NODE_ENV: 'production', DATA_DIR: join(image, 'data'), ...environmentOf(service) },
      }).ended;
    } finally {
      rmSync(image, { recursive: true, force: true });
    }
  }
  return endings;
}
