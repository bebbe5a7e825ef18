import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const SERVICES = ['art-svc', 'catalog-svc', 'identity-svc', 'order-svc', 'support-svc'];

/** The apps and libs with this target that Nx rebuilds after a change of a file. */
function listAffected(file: string, target: string): string[] {
  const nx = join(ROOT, 'node_modules/nx/dist/bin/nx.js');
  const args = [nx, 'show', 'projects', '--affected', `--files=${file}`, `--with-target=${target}`, '--json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  if (status !== 0) throw new Error(stderr || stdout);
  return (JSON.parse(stdout) as string[]).map((name) => name.replace('@shop/', '')).sort();
}

// Each team releases its app alone, so a change rebuilds what it is part of, and nothing else.
it.each([
  ['deploy/Dockerfile', 'image', [...SERVICES, 'gateway', 'sandbox', 'web-releases']],
  ['deploy/chart/values.yaml', 'image', []],
  ['deploy/chart/values.yaml', 'test', ['tools']],
  ['tools/ops/events/events.ts', 'image', SERVICES],
  ['tools/federation/index.ts', 'image', ['web-releases']],
  ['tools/federation/index.ts', 'build', ['admin-web', 'shell-web', 'storefront-web', 'web-releases']],
  ['apps/support-svc/src/main.ts', 'image', ['support-svc']],
  ['apps/storefront-web/src/site.ts', 'image', ['web-releases']],
  ['libs/releases/src/publish.ts', 'image', ['gateway', 'web-releases']],
  ['libs/bucket/src/bucket-client.ts', 'image', ['art-svc', 'gateway', 'web-releases']],
  ['libs/contracts/art/src/index.ts', 'image', [...SERVICES, 'gateway', 'web-releases']],
  ['libs/service-kit/src/bootstrap.ts', 'image', [...SERVICES, 'gateway', 'sandbox', 'web-releases']],
])('a change of %s reaches the %s of %j', (file, target, expected) => {
  expect(listAffected(file, target)).toEqual([...expected].sort());
});

it('the paths whose changes make .ci/run prove more are those of files', () => {
  const conditions = readFileSync(join(ROOT, '.ci/run'), 'utf8').matchAll(/^if is_changed (.+); then$/gm);
  const paths = [...conditions].flatMap(([, list = '']) => list.replaceAll("'", '').split(' '));
  expect(paths.length).toBeGreaterThan(5);
  const listFiles = (path: string) => execFileSync('git', ['ls-files', '--', path], { cwd: ROOT, encoding: 'utf8' });
  expect(paths.filter((path) => listFiles(path) === '')).toEqual([]);
});
