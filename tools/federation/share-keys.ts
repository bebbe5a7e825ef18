import { createHash } from 'node:crypto';
import { globSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

const workspace = join(import.meta.dirname, '../..');
const packages = join(workspace, 'node_modules');

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
    'zod/mini',
    '@shop/web-kit',
    '@shop/web-ui',
  ].map((key) => ({ key, eager: true })),
  // Not eager, as few pages use them. Shared, as they need the contexts of web-ui, and as a dialog takes the focus from what another copy opens.
  { key: '@shop/web-ui/dialog', eager: false },
  { key: '@shop/web-ui/alert-dialog', eager: false },
  { key: '@shop/web-ui/dropdown-menu', eager: false },
];

const THIN_ZOD = join(import.meta.dirname, 'thin/zod.js');

/**
 * Shared packages can't be tree-shaken, as the build does not know what remotes use. Modules with the used exports replace the router, which saves
 * 37 kB of the first load, and zod. thin-modules.spec.ts compares the modules with the imports.
 */
export const THIN_MODULES: Readonly<Record<string, string>> = {
  'react-router-dom': join(import.meta.dirname, 'thin/router.js'),
  'zod/mini': THIN_ZOD,
};

/** Aliases by which the thin modules import the real packages. */
export const THIN_SOURCES = {
  'react-router-source$': join(packages, 'react-router/dist/production/index.mjs'),
  'zod-mini-source$': join(packages, 'zod/v4/mini/index.js'),
};

const isOwnLib = (name: string): boolean => name.startsWith('@shop/');

/** Their version is made of their content. A remote downloads its own copy if the shell's is another. */
const hasOwnCopies = (key: string): boolean => isOwnLib(key) || key === 'zod/mini';

function readVersion(key: string): string {
  const name = key.split('/').slice(0, key.startsWith('@') ? 2 : 1);
  const { version } = JSON.parse(readFileSync(join(packages, ...name, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The libraries of others that only the shell contains, with their versions. */
export const readSharedVersions = (): Record<string, string> =>
  Object.fromEntries(SHARE_KEYS.filter(({ key }) => !hasOwnCopies(key)).map(({ key }) => [key, readVersion(key)]));

/** The folders of a lib of this repository and of all libs that it depends on. */
function listLibFolders(name: string, found = new Set<string>()): Set<string> {
  const folder = relative(workspace, realpathSync(join(packages, name)));
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(workspace, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies).filter(isOwnLib)) listLibFolders(dependency, found);
  return found;
}

/** Stands for the content of our shared libs: equal in builds with the same libs. `variant` makes another version. */
function createLibsVersion(variant: string): string {
  const hash = createHash('sha256').update(variant).update(readVersion('zod')).update(readFileSync(THIN_ZOD));
  const folders = new Set(['@shop/web-kit', '@shop/web-ui'].flatMap((name) => [...listLibFolders(name)]));
  const files = [...folders]
    .flatMap((folder) => globSync(`${folder}/{package.json,src/**/*.{ts,tsx}}`, { cwd: workspace }))
    .filter((file) => !/\.spec\.|[\\/]contracts[\\/]\w+[\\/]src[\\/]docs[\\/.]/.test(file));
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(workspace, file)));
  return `1.0.${parseInt(hash.digest('hex').slice(0, 7), 16)}`;
}

/**
 * Share configuration of the host, which contains the libraries. Like remotes, it uses only its own version of our libs.
 */
export function createHostShares(variant = '') {
  const libsVersion = createLibsVersion(variant);
  return Object.fromEntries(
    SHARE_KEYS.map(({ key, eager }) => [
      key,
      {
        import: THIN_MODULES[key] ?? key,
        eager,
        ...(hasOwnCopies(key)
          ? { singleton: false, requiredVersion: libsVersion, version: libsVersion }
          : { singleton: true, requiredVersion: false as const, version: readVersion(key) }),
      },
    ]),
  );
}

/**
 * Share configuration of remotes. They contain no library of others: a shell with another major version rejects the
 * remote before it runs, and minor versions must be compatible in both directions. Of our libs they contain a copy, which
 * is downloaded only if the shell was built with another version.
 */
export function createRemoteShares(variant = '') {
  const libsVersion = createLibsVersion(variant);
  return Object.fromEntries(
    SHARE_KEYS.map(({ key }) => [
      key,
      hasOwnCopies(key)
        ? { import: THIN_MODULES[key] ?? key, singleton: false, requiredVersion: libsVersion, version: libsVersion }
        : { import: false as const, singleton: true, strictVersion: true, requiredVersion: createMajorRange(key) },
    ]),
  );
}

const createMajorRange = (key: string): string => `^${readVersion(key).split('.')[0]}.0.0`;
