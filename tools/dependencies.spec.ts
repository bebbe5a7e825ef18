/** A production install brings what stands in `dependencies`, and nothing else: what runs may import nothing else either. */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = globSync('{apps/*,libs/*,libs/web/*}/package.json', { cwd: ROOT })
  .map(dirname)
  .filter((folder) => !/\/(testing|e2e)$/.test(folder))
  .sort();

const STATEMENT = /^(?:import|export)\s+(?!type\b)([^;'"]*?)\s*from\s*'([^']+)'/gm;
const FOR_ITS_EFFECT = /^import\s+'([^']+)'/gm;
const WHEN_NEEDED = /(?<!typeof )\b(?:import|require|require\.resolve|import\.meta\.resolve)\(\s*'([^']+)'\s*[,)]/g;

/** `{ type A, type B }`: gone once it is compiled. */
const isOfTypesOnly = (names: string): boolean => /^\{\s*(?:type\s+[^,}]+,?\s*)+\}$/.test(names.trim());

/** `@nestjs/common/interfaces` is in the package `@nestjs/common`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that a source needs when it runs. */
function packagesOf(source: string): string[] {
  const named = [...source.matchAll(STATEMENT)]
    .filter(([, names = '']) => !isOfTypesOnly(names))
    .map(([, , specifier = '']) => specifier);
  const others = [FOR_ITS_EFFECT, WHEN_NEEDED].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => specifier),
  );
  return [
    ...new Set(
      [...named, ...others].filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier)).map(packageOf),
    ),
  ].sort();
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

/** What the sources of a package import, and its package.json does not ask for. */
function missingIn({ name, dependencies = {} }: Manifest, sources: Record<string, string>): string[] {
  return Object.entries(sources).flatMap(([path, source]) =>
    packagesOf(source)
      .filter((needed) => needed !== name && !(needed in dependencies))
      .map((needed) => `${path}: ${needed}`),
  );
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
/** Without specs, and without the folders called `testing`, which only they import. */
const isOfTests = (path: string): boolean => /\.spec\.tsx?$|\/testing\//.test(path);
const sourcesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: ROOT })
      .filter((path) => !isOfTests(path))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  );

describe('a production install', () => {
  it.each(PACKAGES)('of %s brings all that its sources import', (folder) => {
    expect(missingIn(manifestOf(folder), sourcesOf(folder))).toEqual([]);
  });

  it('would be seen to miss what no dependency is', () => {
    const { dependencies: { 'rate-limiter-flexible': _, ...others } = {}, ...rest } = manifestOf('apps/gateway');
    expect(missingIn({ ...rest, dependencies: others }, sourcesOf('apps/gateway'))).toEqual([
      'apps/gateway/src/limits/rate-limits.ts: rate-limiter-flexible',
    ]);
  });

  it.each([
    ["import { a, type B } from 'one';", ['one']],
    ["import {\n  a,\n  b,\n} from '@two/parts/inner.js';", ['@two/parts']],
    ["import one, { type B } from 'one';\nexport * from 'two';\nexport { c } from 'three';", ['one', 'three', 'two']],
    [
      "import 'reflect-metadata';\nconst one = await import('one/with/path');\nrequire.resolve('two');",
      ['one', 'reflect-metadata', 'two'],
    ],
    [
      "import type { A } from 'one';\nimport { type A, type B } from 'two';\nexport type { C } from 'three';\nlet d: typeof import('four');",
      [],
    ],
    ["import { readFile } from 'node:fs';\nimport { join } from 'path';\nimport { a } from './a.js';", []],
  ])('is asked for the packages of %j', (source, packages) => {
    expect(packagesOf(source)).toEqual(packages);
  });
});
