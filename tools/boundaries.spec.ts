/** The lint rule that holds the walls is silent where no project graph is cached: planted violations prove that it speaks. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS } from './test/steps.ts';

const ROOT = join(import.meta.dirname, '..');

const VIOLATIONS = {
  'a service importing another': ['apps/art-svc/src/main.ts', "import { x } from '../../order-svc/src/config.js';\n"],
  'a service importing React': ['apps/art-svc/src/main.ts', "import React from 'react';\n"],
  'a web app importing Nest': ['apps/shell-web/src/index.ts', "import { Module } from '@nestjs/common';\n"],
  'a web app importing the service-kit': ['apps/admin-web/src/index.ts', "import { zod } from '@shop/service-kit';\n"],
  'a remote importing another': ['apps/admin-web/src/index.ts', "import App from '../../storefront-web/src/app.js';\n"],
  'contracts importing more than zod': [
    'libs/contracts/src/common/brand.ts',
    "import { DataSource } from 'typeorm';\n",
  ],
  'a lib importing the testing lib': ['libs/messaging/src/index.ts', "import { eventually } from '@shop/testing';\n"],
} as const;
const ALLOWED = ['apps/art-svc/src/config.ts', "import { styleSchema } from '@shop/contracts/art';\n"] as const;

/** ESLint is no guest for Jest's module registry: it lints in a process of its own, each source as if it stood in the file. */
const SCRIPT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint();
  const cases = JSON.parse(process.argv.at(-1));
  const found = [];
  for (const [filePath, source] of cases) found.push((await eslint.lintText(source, { filePath }))[0].messages.map(({ ruleId }) => ruleId));
  console.log(JSON.stringify(found));`;

function node(args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}

describe('the walls between projects', () => {
  let found: string[][] = [];

  beforeAll(() => {
    node([join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'graph', `--file=${join(ROOT, 'test-results/graph.json')}`]);
    found = JSON.parse(
      node(['--input-type=module', '-e', SCRIPT, JSON.stringify([...Object.values(VIOLATIONS), ALLOWED])]),
    ) as string[][];
  }, 180_000);

  it.each(Object.keys(VIOLATIONS).map((name, index) => [name, index] as const))('stop %s', (_, index) => {
    expect(found[index]).toContain('@nx/enforce-module-boundaries');
  });

  it('let a service import what is its own to use', () => {
    expect(found.at(-1)).not.toContain('@nx/enforce-module-boundaries');
  });
});

describe('lint', () => {
  it.each([
    ['lint', 'eslint'],
    ['lint by types', 'oxlint'],
  ])(
    'lets no warning pass, in `npm test` as in `npm run lint`: some rules of React only warn (%s)',
    (step, program) => {
      const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { lint: string } };
      const commands = [scripts.lint, STEPS.find(({ name }) => name === step)?.args.join(' ')];
      expect(
        commands.filter(
          (command = '') =>
            !new RegExp(`${program}(\\.js)?( --disable-nested-config)? --max-warnings=0 \\.( &&|$)`).test(command),
        ),
      ).toEqual([]);
    },
  );
});
