import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const workspace = join(import.meta.dirname, '../..');

/** Sources that browsers may load. The documentation of calls is for the gateway and the documents only. */
const sources = globSync(
  [
    'apps/*-web/src/**/*.{ts,tsx}',
    'libs/web/*/src/**/*.{ts,tsx}',
    'libs/contracts/*/src/**/*.ts',
    'libs/placement/src/**/*.ts',
  ],
  { cwd: workspace },
)
  .filter((file) => !/\.spec\.tsx?$|\/testing\/|^libs\/contracts\/(\w+\/src\/docs|all)\b/.test(file))
  .map((file) => ({ file, text: readFileSync(join(workspace, file), 'utf8') }));

const readThinModule = (name: string): string => readFileSync(join(import.meta.dirname, 'thin', name), 'utf8');

const splitNames = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
const listExports = (name: string): string[] => splitNames(/export \{([^}]*)\}/.exec(readThinModule(name))?.[1] ?? '');

/** Names of the value imports of a package, without types. */
function listImports(pack: string): { file: string; name: string }[] {
  const statement = new RegExp(`import (?!type)\\{([^}]*)\\} from '${pack}'`, 'g');
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(statement)].flatMap(([, list = '']) =>
      splitNames(list)
        .filter((name) => !name.startsWith('type '))
        .map((name) => ({ file, name: name.split(' as ')[0] ?? name })),
    ),
  );
}

describe('thin/router.js', () => {
  it('exports every name that the shop imports', () => {
    const exported = listExports('router.js');
    const used = listImports('react-router-dom');
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter(({ name }) => !exported.includes(name))).toEqual([]);
  });

  it('is imported by name only, so that the test above finds all imports', () => {
    const otherImports = sources.filter(({ text }) =>
      /import (\* as \w+|\w+) from 'react-router-dom'|from 'react-router'/.test(text),
    );
    expect(otherImports.map(({ file }) => file)).toEqual([]);
  });
});

describe('thin/zod.js', () => {
  const importing = sources.filter(({ text }) => /import \* as z from 'zod\/mini'/.test(text));

  it('exports every name of zod that the code uses, and no other', async () => {
    const isValue = new Set(Object.keys(await import('zod/mini')));
    const used = importing.flatMap(({ text }) => [...text.matchAll(/\bz\.(\w+)/g)].map(([, name = '']) => name));
    // These are only types here, but namespaces or functions of zod.
    const values = new Set(used.filter((name) => isValue.has(name) && !['core', 'input', 'output'].includes(name)));
    expect(listExports('zod.js').sort()).toEqual([...values].sort());
  });

  it('is imported as a namespace only, so that the test above finds all names', () => {
    const other = sources.filter(({ text }) => /import (?!\* as z |type )[^;]* from 'zod\/mini'/.test(text));
    expect(other.map(({ file }) => file)).toEqual([]);
    expect(importing.length).toBeGreaterThan(30);
  });
});

describe('code for browsers', () => {
  it('imports zod/mini only: zod can’t be tree-shaken and needs eval, which the Content-Security-Policy forbids', () => {
    expect(sources.filter(({ text }) => /from 'zod'/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('imports no documentation of calls, which would load the schemas and examples of all', () => {
    const importing = sources.filter(({ text }) => /from '@shop\/contracts-(?:\w+\/docs|all)'/.test(text));
    expect(importing.map(({ file }) => file)).toEqual([]);
    expect(sources.filter(({ text }) => /from '@shop\/contracts-\w+\/routes'/.test(text)).length).toBeGreaterThan(30);
  });

  it('makes every lazy import by loadChunk, lazyPage or useLazyComponent, which handle a file that is gone', () => {
    const HANDLED = /\b(?:loadChunk|lazyPage|useLazyComponent)\(\s*\(\) =>\s*$/;
    const lazyImports = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bimport\((?!\/\* webpackIgnore)/g)].map(({ index }) => ({
        file,
        before: text.slice(0, index),
      })),
    );
    expect(lazyImports.length).toBeGreaterThan(20);
    expect(lazyImports.filter(({ before }) => !HANDLED.test(before)).map(({ file }) => file)).toEqual([]);
  });
});
