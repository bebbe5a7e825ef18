import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');

interface ShareKey {
  key: string;
  /** False: in a file of its own, fetched when it is first used. */
  eager: boolean;
}

/** Keys that end with a slash cover the package's subpaths: `react-dom` alone does not cover `react-dom/client`. */
const SHARE_KEYS: ShareKey[] = [
  ...[
    'react',
    'react/',
    'react-dom',
    'react-dom/',
    'react-router-dom',
    '@tanstack/react-query',
    '@shop/web-kit',
    '@shop/web-ui',
  ].map((key) => ({ key, eager: true })),
  // They stand on web-ui's contexts, so they must not come twice; most pages never open one.
  { key: '@shop/web-ui/dialog', eager: false },
  { key: '@shop/web-ui/alert-dialog', eager: false },
];

/**
 * A shared package can't be tree-shaken: nobody knows at build time what a remote will use. Of the router only what the shop uses is shared, by a module
 * of ours: whole, it would add 37 kB to the first load. thin-modules.spec.ts compares the module with the imports.
 */
export const THIN_MODULES: Readonly<Record<string, string>> = {
  'react-router-dom': join(import.meta.dirname, 'thin/router.js'),
};

/** The name under which the thin module reaches the real package, past the sharing. */
export const THIN_SOURCES = {
  'react-router-source$': join(packages, 'react-router/dist/production/index.mjs'),
};

function readVersion(key: string): string {
  const name = key.split('/').slice(0, key.startsWith('@') ? 2 : 1);
  const { version } = JSON.parse(readFileSync(join(packages, ...name, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The host brings each shared library, in its own first file. */
export function createHostShares() {
  return Object.fromEntries(
    SHARE_KEYS.map(({ key, eager }) => [
      key,
      {
        import: THIN_MODULES[key] ?? key,
        singleton: true,
        eager,
        requiredVersion: false as const,
        version: readVersion(key),
      },
    ]),
  );
}

/**
 * A remote brings none, and says which major version it was built against: a shell that brings another refuses the remote,
 * rather than let it break somewhere inside. Minor versions and our own libs must fit in both directions.
 */
export function createRemoteShares() {
  return Object.fromEntries(
    SHARE_KEYS.map(({ key }) => [key, { import: false as const, singleton: true, ...getVersionRequirement(key) }]),
  );
}

function getVersionRequirement(key: string): { requiredVersion: string; strictVersion: true } | { requiredVersion: false } {
  if (key.startsWith('@shop/')) return { requiredVersion: false };
  return { requiredVersion: `^${readVersion(key).split('.')[0]}.0.0`, strictVersion: true };
}
