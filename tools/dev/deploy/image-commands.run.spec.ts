import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
let image: string;

/** The libs of this repository that npm installs for a package: its own dependencies and theirs. */
function listLibs(name: string, found = new Set<string>()): Set<string> {
  const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies).filter((each) => each.startsWith('@shop/') && !found.has(each)))
    listLibs(dependency, found.add(dependency));
  return found;
}

/** All packages, but of this repository only those that the app has in its image. */
function linkPackages(app: string): void {
  const packages = join(image, 'node_modules');
  mkdirSync(join(packages, '@shop'), { recursive: true });
  const foreign = readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '@shop');
  for (const name of [...foreign, ...listLibs(`@shop/${app}`)])
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
}

beforeEach(() => (image = mkdtempSync(join(tmpdir(), 'shop-image-'))));
afterEach(() => rmSync(image, { recursive: true }));

it.each([
  ['order-svc', 'tools/ops/events/events.ts', 'npm run events'],
  ['identity-svc', 'tools/ops/admin/admin.ts', 'npm run admin'],
  ['catalog-svc', 'tools/ops/audit/audit.ts', 'npm run audit'],
  ['art-svc', 'tools/ops/jobs/jobs.ts', 'npm run jobs'],
  ['art-svc', 'tools/ops/files/files.ts', 'npm run files'],
  ['support-svc', 'tools/ops/mail/mail.ts', 'npm run mail'],
  ['catalog-svc', 'tools/ops/orders/order.ts', 'npm run order'],
  ['order-svc', 'tools/ops/printer/printer.ts', 'npm run printer'],
])('the image of %s brings %s with everything that it imports', (app, command, usage) => {
  execFileSync('sh', [join(ROOT, 'deploy/collect-app.sh'), app, image]);
  linkPackages(app);
  const { status, stderr } = spawnSync(process.execPath, [join(image, command)], {
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(usage)]);
});
