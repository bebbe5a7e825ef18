import { join } from 'node:path';

/** Nest 12 has no CommonJS build: the tests run as ES modules (node --experimental-vm-modules). */
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

const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.css$': '<rootDir>/libs/web/testing/css-stub.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
};

const node = {
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@shop/source', 'node', 'node-addons'] },
};

export default {
  cacheDirectory: join(import.meta.dirname, 'node_modules/.cache/jest'),
  maxWorkers: 2,
  projects: [
    {
      ...node,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs}/**/src/**/*.spec.ts', '<rootDir>/tools/**/*.spec.ts'],
      testPathIgnorePatterns: ['/apps/[a-z-]+-web/', '/libs/web/', '\\.run\\.spec\\.ts$'],
    },
    {
      ...node,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs}/**/test/**/*.int.spec.ts'],
      globalSetup: '<rootDir>/libs/testing/database/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/database/jest-global-teardown.mjs',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/database/jest-set-up.mjs'],
    },
    {
      ...shared,
      displayName: 'web',
      // The checkout imports the script of the sandbox by its address.
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        // One file instead of 1,600 modules for each test file.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '^/sandbox/(.*)\\.js$': '<rootDir>/apps/sandbox/src/browser/script/$1',
      },
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['@shop/source', 'browser'], url: 'http://localhost/' },
      testMatch: ['<rootDir>/apps/*-web/src/**/*.spec.{ts,tsx}', '<rootDir>/libs/web/**/*.spec.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/libs/web/testing/src/jest-set-up.ts'],
    },
    // These start a whole shop, as `npm start` does.
    { ...node, displayName: 'runner', testMatch: ['<rootDir>/tools/**/*.run.spec.ts'] },
  ],
};
