import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The package of each `import … from`, `export … from`, `import '…'` and `import('…')`. The compiler removes imports of types. */
const IMPORT =
  /(?:^(?:import|export) (?!type )(?:[^'";]*? from )?|\bimport\()'(?<name>(?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/gm;
const IS_TEST = /\.spec\.tsx?$|\/testing\//;

const listImports = (file: string): string[] =>
  [...read(file).matchAll(IMPORT)].flatMap(({ groups }) => (groups?.name === undefined ? [] : [groups.name]));

const manifests = globSync(['apps/*/package.json', 'libs/*/package.json', 'libs/{contracts,web}/*/package.json'], {
  cwd: ROOT,
});

/** In the workspace each package finds all others. In an image only declared ones are installed. */
it.each(manifests)('%s declares the packages that its code imports', (file) => {
  const { name, dependencies, optionalDependencies, peerDependencies } = JSON.parse(read(file)) as Manifest;
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })]);
  const sources = globSync(`${dirname(file)}/src/**/*.{ts,tsx}`, { cwd: ROOT }).filter((path) => !IS_TEST.test(path));
  const undeclared = sources.flatMap(listImports).filter((imported) => !declared.has(imported) && !isBuiltin(imported));
  expect([...new Set(undeclared)]).toEqual([]);
});
