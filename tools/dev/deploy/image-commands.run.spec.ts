import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
let image: string;

beforeEach(() => (image = mkdtempSync(join(tmpdir(), 'shop-image-'))));
afterEach(() => rmSync(image, { recursive: true }));

it.each([
  ['order-svc', 'tools/ops/events/events.ts', 'npm run events'],
  ['identity-svc', 'tools/ops/admin/admin.ts', 'npm run admin'],
  ['catalog-svc', 'tools/ops/audit/audit.ts', 'npm run audit'],
  ['art-svc', 'tools/ops/jobs/jobs.ts', 'npm run jobs'],
  ['support-svc', 'tools/ops/mail/mail.ts', 'npm run mail'],
  ['catalog-svc', 'tools/ops/orders/order.ts', 'npm run order'],
  ['order-svc', 'tools/ops/printer/printer.ts', 'npm run printer'],
])('the image of %s brings %s with everything that it imports', (app, command, usage) => {
  execFileSync('sh', [join(ROOT, 'deploy/collect-app.sh'), app, image]);
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [join(image, command)], {
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(usage)]);
});
