import { join } from 'node:path';
import { asPattern } from './tools/test/as-pattern.ts';

/** The rings of tests below the whole shop in a browser; the projects are chosen with --selectProjects. ESM throughout (Nest 12 has no CommonJS). */
const swc = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      target: 'es2023',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** Start the shop, or a command of its operators, as processes of their own: after a build, one at a time. */
const RUNS = '\\.run\\.spec\\.ts$';

const ROOT = asPattern(import.meta.dirname);

const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.css$': '<rootDir>/tools/test/style-stub.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
};

const node = {
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@shop/source', 'node', 'node-addons'] },
};

export default {
  // What is compiled outlives the run, and its throw-away folder.
  cacheDirectory: join(import.meta.dirname, 'node_modules/.cache/jest'),
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/test/spread-waiting.mjs',
  projects: [
    {
      ...node,
      displayName: 'unit',
      testMatch: [`${ROOT}/{apps,libs}/**/src/**/*.spec.ts`],
      testPathIgnorePatterns: ['/apps/[a-z-]+-web/', '/libs/web/'],
    },
    {
      ...node,
      displayName: 'integration',
      testMatch: [`${ROOT}/{apps,libs}/**/test/**/*.int.spec.ts`],
      globalSetup: '<rootDir>/libs/testing/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest-global-teardown.mjs',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/jest-set-up.mjs'],
    },
    {
      ...shared,
      displayName: 'web',
      // The build draws pages under Node.
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '^react-dom/server$': '<rootDir>/node_modules/react-dom/server.node.js',
      },
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['@shop/source', 'browser'], url: 'http://localhost/' },
      testMatch: [`${ROOT}/apps/*-web/src/**/*.spec.{ts,tsx}`, `${ROOT}/libs/web/**/*.spec.{ts,tsx}`],
      setupFilesAfterEnv: ['<rootDir>/libs/web/testing/src/jest-set-up.ts'],
    },
    { ...node, displayName: 'tools', testMatch: [`${ROOT}/tools/**/*.spec.ts`], testPathIgnorePatterns: [RUNS] },
    { ...node, displayName: 'runner', testMatch: [`${ROOT}/tools/**/*.run.spec.ts`] },
  ],
};
