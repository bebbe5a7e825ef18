import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs in its own process, as ESLint can't run inside Jest's module registry. */
const SCRIPT = `
  import { ESLint } from 'eslint';
  const [{ messages }] = await new ESLint().lintText(process.argv.at(-1), { filePath: 'apps/art-svc/src/main.ts' });
  console.log(JSON.stringify(messages.map(({ ruleId }) => ruleId)));`;

function runNode(...args: string[]): string {
  const env = { ...process.env, NX_DAEMON: 'false' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}

// Without a project graph the Nx rule passes everything, and without type information the typed rules do.
it('lint refuses a service that imports another one or the contracts of all, a floating promise, and a batch that may be locked more than once', () => {
  runNode(join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'graph', `--file=${join(ROOT, 'test-results/graph.json')}`);
  const source =
    "import { readConfig } from '../../order-svc/src/config.js';\nimport { topology } from '@shop/contracts-all';\nPromise.resolve([readConfig, topology]);\n`UPDATE t SET a = 1 WHERE id IN (SELECT id FROM t WHERE b IN (1) LIMIT 3 FOR UPDATE SKIP LOCKED)`;\n";
  const rules = JSON.parse(runNode('--input-type=module', '-e', SCRIPT, source)) as string[];
  expect(rules).toEqual(
    expect.arrayContaining([
      '@nx/enforce-module-boundaries',
      '@typescript-eslint/no-floating-promises',
      'locked-rows/once-per-statement',
    ]),
  );
  expect(rules.filter((rule) => rule === '@nx/enforce-module-boundaries')).toHaveLength(2);
}, 180_000);
