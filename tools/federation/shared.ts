import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Keys that end with a slash cover the package's subpaths: `react-dom` alone does not cover `react-dom/client`. */
const SHARE_KEYS = ['react', 'react/', 'react-dom', 'react-dom/', 'react-router-dom', '@tanstack/react-query', '@shop/web-kit', '@shop/web-ui'];

/**
 * A shared package can't be tree-shaken: nobody knows at build time what a remote will use. So of the large ones
 * only what the shop uses is shared, by a module of our own (thin-modules.spec.ts holds it against the imports).
 */
export const THIN_MODULES: Readonly<Record<string, string>> = {
  'react-router-dom': join(import.meta.dirname, 'thin/router.js'),
  '@tanstack/react-query': join(import.meta.dirname, 'thin/query.js'),
};

/** The name under which thin/query.js reaches the real package, past the sharing. */
export const QUERY_SOURCE_ALIAS = { 'react-query-source$': require.resolve('@tanstack/react-query').replace(/index\.c?js$/, 'index.js') };

function versionOf(key: string): string {
  const folder = join(import.meta.dirname, '../../node_modules', key.replace(/\/$/, ''));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The host brings each shared library, in its own first file. */
export function providedByHost() {
  return Object.fromEntries(
    SHARE_KEYS.map((key) => [key, { import: THIN_MODULES[key] ?? key, singleton: true, eager: true, requiredVersion: false as const, version: versionOf(key) }]),
  );
}

/** A remote brings none. */
export function takenFromHost() {
  return Object.fromEntries(SHARE_KEYS.map((key) => [key, { import: false as const, singleton: true, requiredVersion: false as const }]));
}
