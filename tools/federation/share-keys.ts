import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');

interface ShareKey {
  key: string;
  /** false: in a separate file, loaded at its first use. */
  eager: boolean;
}

/** Keys with a final slash include subpaths: `react-dom` does not include `react-dom/client`. */
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
  // Not eager, as few pages use them; shared, as they need the contexts of web-ui.
  { key: '@shop/web-ui/dialog', eager: false },
  { key: '@shop/web-ui/alert-dialog', eager: false },
];

/**
 * Shared packages can't be tree-shaken, as the build does not know what remotes use. A module with the used exports replaces the router, which saves 37 kB
 * of the first load. thin-modules.spec.ts compares the module with the imports.
 */
export const THIN_MODULES: Readonly<Record<string, string>> = {
  'react-router-dom': join(import.meta.dirname, 'thin/router.js'),
};

/** Alias by which the thin module imports the real package. */
export const THIN_SOURCES = {
  'react-router-source$': join(packages, 'react-router/dist/production/index.mjs'),
};

function readVersion(key: string): string {
  const name = key.split('/').slice(0, key.startsWith('@') ? 2 : 1);
  const { version } = JSON.parse(readFileSync(join(packages, ...name, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Share configuration of the host, which contains the libraries. */
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
 * Share configuration of remotes, which contain no shared library. A shell with another major version rejects the remote before it runs.
 * Minor versions and the libs of this repository must be compatible in both directions.
 */
export function createRemoteShares() {
  return Object.fromEntries(
    SHARE_KEYS.map(({ key }) => [key, { import: false as const, singleton: true, ...getVersionRequirement(key) }]),
  );
}

function getVersionRequirement(
  key: string,
): { requiredVersion: string; strictVersion: true } | { requiredVersion: false } {
  if (key.startsWith('@shop/')) return { requiredVersion: false };
  return { requiredVersion: `^${readVersion(key).split('.')[0]}.0.0`, strictVersion: true };
}
