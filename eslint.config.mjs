import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { restrictLayers } from './apps/order-svc/layers.mjs';
import { adminMutations } from './tools/dev/checks/admin-mutation.lint.mjs';
import { linearExpressions } from './tools/dev/checks/linear-expressions.lint.mjs';
import { lockedRows } from './tools/dev/checks/locked-rows.lint.mjs';
import { ownFiles } from './tools/dev/checks/own-file.lint.mjs';

/** An app that imports the second one is rebuilt by a change of each contract. */
const ALL_CONTRACTS = ['type:contracts', 'type:contracts-all'];
/** Which projects may import which (docs/architecture.md). */
const boundaries = [
  // Test tools that need no other lib, so that libs use them too.
  { sourceTag: 'type:testing-base', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing-base'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:lib', ...ALL_CONTRACTS, 'type:testing'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing'] },
  { sourceTag: 'type:gateway', onlyDependOnLibsWithTags: ['type:lib', ...ALL_CONTRACTS, 'type:testing'] },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:lib', 'type:contracts', 'type:testing-base'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:tools', ...ALL_CONTRACTS, 'type:lib', 'type:testing'] },
  { sourceTag: 'type:tools', onlyDependOnLibsWithTags: ['type:lib', ...ALL_CONTRACTS] },
  { sourceTag: 'type:contracts-all', onlyDependOnLibsWithTags: ['type:contracts'] },
  {
    sourceTag: 'platform:web',
    onlyDependOnLibsWithTags: ['platform:web', 'platform:any'],
    bannedExternalImports: ['@nestjs/*', 'typeorm', 'amqplib', 'pg', 'sharp', 'fastify'],
  },
  {
    sourceTag: 'platform:node',
    onlyDependOnLibsWithTags: ['platform:node', 'platform:any'],
    bannedExternalImports: ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query'],
  },
  { sourceTag: 'platform:any', onlyDependOnLibsWithTags: ['platform:any'] },
  {
    sourceTag: 'type:contracts',
    onlyDependOnLibsWithTags: ['type:contracts'],
    allowedExternalImports: ['zod/mini', 'fast-check'],
  },
  ...['identity', 'catalog', 'art', 'order', 'support', 'gateway', 'shell', 'storefront', 'admin', 'sandbox'].map(
    (scope) => ({
      sourceTag: `scope:${scope}`,
      onlyDependOnLibsWithTags: [`scope:${scope}`, 'scope:shared'],
    }),
  ),
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
];

const NOT_THE_ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only config.ts reads the environment; inject what it parsed.',
};
const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Name what you export; only lazy pages, remote entries and configs have a default.',
};
/** React takes what an effect returns for its clean-up; browsers' own methods return promises now (`scrollIntoView`). */
const NO_CALL_AS_CLEAN_UP = {
  selector:
    'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/] > ArrowFunctionExpression[body.type=/^(CallExpression|ChainExpression)$/]',
  message: 'Put the call in braces: an effect returns its clean-up or nothing.',
};

/** A method says what it does to what: `placeOrder`, `listRefunds`. */
const NO_VAGUE_METHOD = {
  selector:
    'MethodDefinition[accessibility!="private"][key.name=/^(execute|of|answer|write|end|hold|record|ask|tell|told|settle|make|take|give)$/]',
  message: 'Name the method by a verb and what it acts on: placeOrder, listRefunds.',
};

const SYNTAX = [NOT_THE_ENVIRONMENT, NO_CALL_AS_CLEAN_UP, NO_VAGUE_METHOD];
/** Pages have no paths of their own: `api.call(route, …)`, or `api.url(route, …)` for a link. */
const NO_API_PATH = {
  selector: ':matches(Literal[value=/^\\u002fapi\\u002f./], TemplateElement[value.raw=/^\\u002fapi\\u002f./])',
  message: 'Take the route from the contract of its owner: api.call(route), or api.url(route) for a link.',
};
/** `max-params` for everything but constructors. */
const NO_LONG_PARAMETER_LIST = {
  selector:
    ':matches(FunctionDeclaration, ArrowFunctionExpression, MethodDefinition[kind!="constructor"] > FunctionExpression)[params.length>6]',
  message: 'A function has at most six parameters.',
};

const SIZES = {
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', { max: 6 }],
};
/** These need type information. */
const TYPED = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-array-delete': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/no-duplicate-type-constituents': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-implied-eval': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-redundant-type-constituents': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-enum-comparison': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/no-unsafe-unary-minus': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/require-await': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/unbound-method': 'error',
};
const UNUSED = ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }];

/** A rule knows neither the framework nor the database. */
const NOT_IN_RULES = {
  group: ['@nestjs/*', 'typeorm', '*.repository.js', '*.service.js'],
  message: 'Rules are pure.',
};

const DEFAULT_EXPORTS = [
  '**/*.config.ts',
  '**/*.page.tsx',
  '**/*-page.tsx',
  '**/app.tsx',
  'apps/*-web/src/index.ts',
  '**/*.d.ts',
  'tools/dev/generate/plopfile.mjs',
];
const WEB_TESTS = ['**/*.spec.{ts,tsx}', 'apps/*-web/src/testing/**', 'libs/web/testing/**'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.data/**',
      '.nx/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
      'tools/dev/generate/templates/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...TYPED,
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          checkDynamicDependenciesExceptions: ['.*'],
          depConstraints: boundaries,
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': UNUSED,
      'no-restricted-syntax': ['error', ...SYNTAX, NO_DEFAULT_EXPORT],
      'no-console': 'error',
      eqeqeq: 'error',
      'object-shorthand': ['error', 'properties'],
      'no-useless-rename': 'error',
      ...SIZES,
    },
  },
  {
    // What runs before anything is installed or compiled, and what configures the tools.
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.recommended],
    rules: { '@typescript-eslint/no-unused-vars': UNUSED, eqeqeq: 'error', ...SIZES },
  },
  {
    // Nest reads constructor types at run time: type-only imports would erase them.
    files: [
      'apps/*-svc/**/*.ts',
      'apps/sandbox/**/*.ts',
      'libs/service-kit/**/*.ts',
      'libs/messaging/**/*.ts',
      'libs/*/test/**/*.ts',
      'apps/gateway/test/**/*.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['apps/*-web/**/*.ts', 'libs/web/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  adminMutations,
  linearExpressions,
  lockedRows,
  ownFiles,
  { files: ['**/*.rules.ts'], rules: { 'no-restricted-imports': ['error', { patterns: [NOT_IN_RULES] }] } },
  ...restrictLayers('apps/order-svc', NOT_IN_RULES),
  {
    // Nest injects into constructors; a service of several use cases needs more than six of the layers below it.
    files: ['apps/{order-svc,sandbox}/src/**/*.{service,schedule}.ts'],
    rules: {
      'max-params': ['error', { max: 12 }],
      'no-restricted-syntax': ['error', ...SYNTAX, NO_DEFAULT_EXPORT, NO_LONG_PARAMETER_LIST],
    },
  },
  {
    files: [
      '**/*.spec.{ts,tsx}',
      '**/test/**/*.{ts,tsx}',
      'apps/e2e/**/*.ts',
      'libs/testing/**',
      'libs/web/testing/**',
    ],
    rules: {
      'max-lines': ['error', { max: 600 }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: [
      '**/config.ts',
      'tools/**/*.ts',
      'libs/testing/database/src/environment.ts',
      'libs/{jobs,messaging,service-kit}/test/**/*.ts',
      'apps/e2e/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_VAGUE_METHOD] },
  },
  {
    files: ['tools/**/*.ts', 'apps/e2e/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  { files: DEFAULT_EXPORTS, rules: { 'no-restricted-syntax': ['error', ...SYNTAX] } },
  {
    files: ['apps/*-web/src/**/*.{ts,tsx}', 'libs/web/**/*.{ts,tsx}'],
    ignores: [...DEFAULT_EXPORTS, ...WEB_TESTS],
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX, NO_DEFAULT_EXPORT, NO_API_PATH],
    },
  },
  {
    files: ['apps/*-web/src/**/{*.page,app}.tsx', 'apps/*-web/src/index.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, NO_API_PATH] },
  },
  {
    // Playwright's global set-up: its default export cleans the environment.
    files: ['apps/e2e/support/global-setup.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // One definition of each call, with its examples.
    files: ['libs/contracts/*/src/docs/*.ts', 'libs/contracts/all/src/openapi.ts'],
    rules: { 'max-lines': ['error', { max: 400 }] },
  },
  {
    // Tests play the customer's bank and the printer's employee; apps never import apps otherwise.
    files: ['apps/order-svc/test/**/*.ts', 'apps/e2e/**/*.ts', 'tools/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: ['@shop/sandbox/testing'],
          checkDynamicDependenciesExceptions: ['.*'],
          depConstraints: boundaries,
        },
      ],
    },
  },
  {
    files: ['**/*.entity.ts', 'apps/{*-svc,sandbox}/**/*.ts'],
    rules: { '@typescript-eslint/no-extraneous-class': 'off' },
  },
);
