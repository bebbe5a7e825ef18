import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const NODE_MODULES = join(ROOT, 'node_modules');
const run = promisify(execFile);
let workspaceCopy: string;

/** The workspace without build output. Packages are linked; the workspace's own packages refer to the copy. */
function copyWorkspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-generate-'));
  const isSource = (path: string): boolean => !/[\\/](node_modules|dist|\.nx|\.swc)$/.test(path);
  for (const name of [
    'apps',
    'libs',
    'tools',
    'package.json',
    'jest.config.mjs',
    'tsconfig.base.json',
    'tsconfig.node.json',
    'tsconfig.web.json',
  ])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isSource });
  mkdirSync(join(folder, 'node_modules'));
  for (const path of globSync('{apps,libs}/{*,web/*}/node_modules', { cwd: ROOT }))
    symlinkSync(join(ROOT, path), join(folder, path));
  for (const name of readdirSync(NODE_MODULES))
    if (name !== '@shop') symlinkSync(join(NODE_MODULES, name), join(folder, 'node_modules', name));
  cpSync(join(NODE_MODULES, '@shop'), join(folder, 'node_modules/@shop'), { recursive: true, verbatimSymlinks: true });
  return folder;
}

const generate = (...answers: string[]): Promise<unknown> =>
  run(
    process.execPath,
    [
      join(NODE_MODULES, 'plop/bin/plop.js'),
      '--plopfile',
      join(workspaceCopy, 'tools/dev/generate/plopfile.mjs'),
      ...answers,
    ],
    { cwd: workspaceCopy },
  );

/** The compiler's messages, or an empty string. */
function findTypeErrors(base: string, include: string[]): string {
  writeFileSync(
    join(workspaceCopy, 'tsconfig.generated.json'),
    JSON.stringify({ extends: `./${base}`, compilerOptions: { incremental: false, tsBuildInfoFile: null }, include }),
  );
  const tsc = join(NODE_MODULES, 'typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', 'tsconfig.generated.json'], { cwd: workspaceCopy, encoding: 'utf8' })
    .stdout;
}

const read = (path: string): string => readFileSync(join(workspaceCopy, path), 'utf8');

beforeAll(async () => {
  workspaceCopy = copyWorkspace();
  await generate('feature', 'support-svc', 'gift-wraps', 'gift-wrap', 'admin');
  await generate('event', 'support-svc', 'gift-wrap.chosen', "A shopper's gift was wrapped.", 'catalog-svc');
  await generate('remote', 'loyalty');
}, 240_000);
afterAll(() => rmSync(workspaceCopy, { recursive: true, force: true }));

describe('npm run generate', () => {
  it('creates features and an event that compile and are registered', () => {
    expect(
      findTypeErrors('tsconfig.node.json', ['apps/support-svc', 'apps/catalog-svc/src', 'libs/contracts/*/src']),
    ).toBe('');
    expect(read('apps/support-svc/src/app.module.ts')).toMatch(/imports: \[[\s\S]*GiftWrapsModule/);
    expect(read('apps/support-svc/src/database/migrations.ts')).toMatch(/migrations = \[[^\]]*GiftWraps\d{13}/);
    expect(read('libs/contracts/support/src/events.ts')).toMatch(/supportEvents = \[[^\]]*giftWrapChosen/);
    expect(read('libs/contracts/support/src/events.ts')).toContain(
      `defineEvent('gift-wrap.chosen', 'support-svc', { readBy: ['catalog-svc'] }, "A shopper's gift was wrapped.", `,
    );
  }, 240_000);

  it('creates a remote that compiles', () => {
    expect(findTypeErrors('tsconfig.web.json', ['apps/loyalty-web/src', 'libs/web/ui/src/styles'])).toBe('');
  }, 240_000);
});
