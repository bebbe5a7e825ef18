/** Some lint rules report nothing if their input is missing (project graph, types). Sources with faults prove that the rules work. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const FORBIDDEN_IMPORTS = {
  'a service importing another': ['apps/art-svc/src/main.ts', "import { x } from '../../order-svc/src/config.js';\n"],
  'a service importing React': ['apps/art-svc/src/main.ts', "import React from 'react';\n"],
  'a web app importing Nest': ['apps/shell-web/src/index.ts', "import { Module } from '@nestjs/common';\n"],
  'a web app importing the service-kit': ['apps/admin-web/src/index.ts', "import { zod } from '@shop/service-kit';\n"],
  'a remote importing another': ['apps/admin-web/src/index.ts', "import App from '../../storefront-web/src/app.js';\n"],
  'contracts importing more than zod': [
    'libs/contracts/src/common/brand.ts',
    "import { DataSource } from 'typeorm';\n",
  ],
  'a lib importing the testing lib': ['libs/messaging/src/index.ts', "import { waitFor } from '@shop/testing';\n"],
} as const;

const FLOATING_PROMISE = "import { readFile } from 'node:fs/promises';\nreadFile('x');\n";
const TYPE_AWARE_FILES = [
  'apps/art-svc/src/main.ts',
  'apps/art-svc/test/support/s3rver.d.ts',
  'apps/shell-web/src/index.ts',
  'libs/contracts/src/common/brand.ts',
  'libs/web/kit/src/index.ts',
  'apps/e2e/playwright.config.ts',
  'tools/lint.spec.ts',
];

/** Between folders of order-svc, see apps/order-svc/layers.mjs. */
const IMPORTS_OF_LAYERS = {
  'orders importing payments': ['apps/order-svc/src/orders/order.entity.ts', '../payments/payment-provider.js', 1],
  'payments importing order-lifecycle': [
    'apps/order-svc/src/payments/payment-provider.ts',
    '../order-lifecycle/x.js',
    1,
  ],
  'migrations importing orders': ['apps/order-svc/src/database/migrations.ts', '../orders/order.entity.js', 1],
  'a rule importing a repository': [
    'apps/order-svc/src/fulfilment/fulfilment.rules.ts',
    './fulfilments.repository.js',
    1,
  ],
  'checkout importing payments': [
    'apps/order-svc/src/checkout/checkout.module.ts',
    '../payments/payments.module.js',
    0,
  ],
  'a folder within a layer': ['apps/order-svc/src/payments/stripe/stripe.client.ts', '../../config.js', 0],
} as const;

const ALLOWED_IMPORT = ['apps/art-svc/src/config.ts', "import { styleSchema } from '@shop/contracts/art';\n"] as const;

const NAMES = {
  'a word of the early dialect in a variable': ['const toldPrices = 1;', 1],
  'a word of the early dialect in a class': ['class LetterDesk {}', 1],
  'a vague method name': ['class OrderService { execute(): void {} }', 1],
  'dead letter, which is a term of RabbitMQ': ['class DeadLetter { listDeadLetters(): void {} }', 0],
  'a verb with a noun': ['class OrderService { placeOrder(): void {} }', 0],
} as const;

const PATHS = {
  'a path of the API in a page': ["const path = '/api/orders';", 1],
  'a path of the API in a template': ['const getPath = (id: string) => `/api/orders/${id}`;', 1],
  'the path of a page': ["const path = '/orders';", 0],
} as const;

/** Lints each source under the given path. Runs in its own process, as ESLint can't run inside Jest's module registry. */
const SCRIPT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint();
  const foundRules = [];
  for (const [filePath, source] of JSON.parse(process.argv.at(-1)))
    foundRules.push((await eslint.lintText(source, { filePath }))[0].messages.map(({ ruleId, message }) => ruleId ?? message));
  console.log(JSON.stringify(foundRules));`;

function runNode(args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}

describe('lint', () => {
  let foundRules: string[][] = [];
  const cases = {
    imports: Object.values(FORBIDDEN_IMPORTS),
    types: TYPE_AWARE_FILES.map((path) => [path, FLOATING_PROMISE]),
    names: Object.values(NAMES).map(([source]) => ['apps/art-svc/src/main.ts', `export ${source}\n`]),
    paths: Object.values(PATHS).map(([source]) => ['apps/storefront-web/src/paths.ts', `export ${source}\n`]),
  };
  const layers = Object.values(IMPORTS_OF_LAYERS).map(([path, imported]) => [path, `import '${imported}';\n`]);
  const all = [...cases.imports, ...cases.types, ...cases.names, ...cases.paths, ...layers, ALLOWED_IMPORT];

  beforeAll(() => {
    runNode([join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'graph', `--file=${join(ROOT, 'test-results/graph.json')}`]);
    foundRules = JSON.parse(runNode(['--input-type=module', '-e', SCRIPT, JSON.stringify(all)])) as string[][];
  }, 180_000);

  it.each(Object.keys(FORBIDDEN_IMPORTS).map((name, index) => [name, index] as const))('refuses %s', (_, index) => {
    expect(foundRules[index]).toContain('@nx/enforce-module-boundaries');
  });

  it.each(TYPE_AWARE_FILES.map((path, index) => [path, index] as const))('has type information for %s', (_, index) => {
    expect(foundRules[cases.imports.length + index]).toContain('@typescript-eslint/no-floating-promises');
  });

  it.each(Object.entries(NAMES).map(([name, [, expected]], index) => [name, expected, index] as const))(
    'checks names: %s',
    (_, expected, index) => {
      const rules = foundRules[cases.imports.length + cases.types.length + index] ?? [];
      expect(rules.filter((rule) => rule === 'no-restricted-syntax')).toHaveLength(expected);
    },
  );

  it.each(Object.entries(IMPORTS_OF_LAYERS).map(([name, [, , expected]], index) => [name, expected, index] as const))(
    'checks layers: %s',
    (_, expected, index) => {
      const rules = foundRules[all.length - 1 - layers.length + index] ?? [];
      expect(rules.filter((rule) => rule === 'no-restricted-imports')).toHaveLength(expected);
    },
  );

  it.each(Object.entries(PATHS).map(([name, [, expected]], index) => [name, expected, index] as const))(
    'checks paths: %s',
    (_, expected, index) => {
      const rules = foundRules[all.indexOf(cases.paths[0]!) + index] ?? [];
      expect(rules.filter((rule) => rule === 'no-restricted-syntax')).toHaveLength(expected);
    },
  );

  it('lets a service import contracts', () => {
    expect(foundRules.at(-1)).toEqual(['@typescript-eslint/no-unused-vars']);
  });
});
