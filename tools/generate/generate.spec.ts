import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
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

const ROOT = join(import.meta.dirname, '../..');
const NODE_MODULES = join(ROOT, 'node_modules');
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
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
      join(workspaceCopy, 'tools/generate/plopfile.mjs'),
      ...answers,
    ],
    { cwd: workspaceCopy },
  );

/** Runs a Node program in the copy. Resolves with its output if it fails, else with an empty string. */
const runAndGetFailure = (cwd: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  run(process.execPath, [...FLAGS, join(NODE_MODULES, program), ...args], {
    cwd: join(workspaceCopy, cwd),
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  }).then(
    () => '',
    (error: unknown) => `${(error as { stdout: string }).stdout}\n${(error as { stderr: string }).stderr}`,
  );

function getTypeErrors(base: string, include: string[]): Promise<string> {
  writeFileSync(
    join(workspaceCopy, 'tsconfig.generated.json'),
    JSON.stringify({ extends: `./${base}`, compilerOptions: { incremental: false, tsBuildInfoFile: null }, include }),
  );
  return runAndGetFailure('.', 'typescript/bin/tsc', ['-p', 'tsconfig.generated.json']);
}

/** Runs generated tests of a Jest project. */
const getTestFailure = (project: string, path: string): Promise<string> =>
  runAndGetFailure('.', 'jest/bin/jest.js', ['--selectProjects', project, '--runInBand', '--testPathPatterns', path], {
    CI: '',
    TEST_RABBITMQ_URL: '',
    TEST_REDIS_URL: '',
  });

const read = (path: string): string => readFileSync(join(workspaceCopy, path), 'utf8');

beforeAll(async () => {
  workspaceCopy = copyWorkspace();
  await generate('feature', 'support-svc', 'gift-wraps', 'gift-wrap', 'admin');
  await generate('feature', 'support-svc', 'ribbons', 'ribbon', 'session');
  await generate('event', 'support-svc', 'gift-wrap.chosen', "A shopper's gift was wrapped.", 'order-svc');
  await generate('remote', 'loyalty');
}, 240_000);
afterAll(() => rmSync(workspaceCopy, { recursive: true, force: true }));

describe('npm run generate', () => {
  it('creates features and an event that compile and are registered', async () => {
    expect(
      await getTypeErrors('tsconfig.node.json', ['apps/support-svc', 'apps/order-svc/src', 'libs/contracts/src']),
    ).toBe('');
    expect(read('apps/support-svc/src/app.module.ts')).toMatch(/imports: \[[\s\S]*GiftWrapsModule/);
    expect(read('apps/support-svc/src/database/migrations.ts')).toMatch(/migrations = \[[^\]]*GiftWraps\d{13}/);
    expect(read('libs/contracts/src/subscriptions/index.ts')).toMatch(/'order-svc': \[[^\]]*giftWrapChosen/);
    expect(read('libs/contracts/src/support/events.ts')).toMatch(/supportEvents = \[[^\]]*giftWrapChosen/);
    expect(read('libs/contracts/src/support/events.ts')).toContain(
      `defineEvent('gift-wrap.chosen', 'support-svc', "A shopper's gift was wrapped.", `,
    );
    for (const [name, access] of [
      ['gift-wraps', 'admin'],
      ['ribbons', 'session'],
    ] as const)
      expect(read(`libs/contracts/src/routes/${name}.ts`).match(/access: '\w+'/g)).toEqual([
        `access: '${access}'`,
        `access: '${access}'`,
      ]);
  }, 240_000);

  it('creates features whose integration tests pass', async () => {
    expect(await getTestFailure('integration', 'support-svc/test/(gift-wraps|ribbons)')).toBe('');
    expect(await getTestFailure('unit', 'support-svc/src/access.spec|contracts/src/routes')).toBe('');
  }, 240_000);

  it('creates a remote that compiles', async () => {
    expect(await getTypeErrors('tsconfig.web.json', ['apps/loyalty-web/src', 'libs/web/ui/src/styles'])).toBe('');
    expect(JSON.parse(read('apps/loyalty-web/package.json'))).toMatchObject({
      name: '@shop/loyalty-web',
      dependencies: { '@shop/web-kit': '*' },
    });
  }, 240_000);

  it('creates a remote whose test and build succeed', async () => {
    expect(await getTestFailure('web', 'apps/loyalty-web')).toBe('');
    expect(await runAndGetFailure('apps/loyalty-web', 'webpack/bin/webpack.js', ['--mode', 'production'])).toBe('');
    expect(existsSync(join(workspaceCopy, 'apps/loyalty-web/dist/mf-manifest.json'))).toBe(true);
  }, 240_000);

  it('refuses a name that is not kebab-case', async () => {
    await expect(generate('feature', 'support-svc', 'GiftWraps', 'gift-wrap', 'admin')).rejects.toThrow();
  });
});
