/** What is installed in an image, read from its folders alone. */
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const PACKAGE = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/;

interface Installed {
  /** As the lock file names it, such as `node_modules/a/node_modules/ms`. */
  path: string;
  /** `ms@2.1.3` */
  id: string;
}

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  /** A package of this repository: `resolved` is its folder. */
  link?: boolean;
  resolved?: string;
}

type Lock = Record<string, Locked>;

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** `folder`: `/app` of the image. Packages of this repository are links, and left out. */
export function listInstalled(folder: string): Installed[] {
  const app = realpathSync(folder);
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => name === 'package.json' && PACKAGE.test(parentPath))
    .filter(({ parentPath }) => realpathSync(parentPath) === parentPath)
    .map(({ parentPath }) => {
      const { name, version } = readJson(join(parentPath, 'package.json')) as { name: string; version: string };
      return { path: relative(app, parentPath), id: `${name}@${version}` };
    });
}

/** Where Node finds a package from a folder. */
function find(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    const found = lock[path];
    if (found) return found.link ? found.resolved : path;
    if (folder === '.') return undefined;
  }
}

/** All that an app leads to, without devDependencies: those of a package of this repository would lead to all of its tests. */
function listReached(lock: Lock, app: string): Set<string> {
  const reached = new Set([app]);
  for (const path of reached) {
    const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = find(lock, path, name);
      if (found !== undefined) reached.add(found);
    }
  }
  return reached;
}

/** Packages that the app needs for its development only, or not at all. `app`: its folder in the lock file. */
export function listUnwanted(installed: readonly Installed[], lockFile: string, app: string): string[] {
  const { packages } = readJson(lockFile) as { packages: Lock };
  const reached = listReached(packages, app);
  return installed.filter(({ path }) => !reached.has(path)).map(({ path }) => path);
}

/** What is in one only: `+ ms@2.1.3` is installed and not listed, `- …` is listed and not installed. */
export function compareSbom(installed: readonly Installed[], sbomFile: string): string[] {
  const { components } = readJson(sbomFile) as { components: { name: string; version: string }[] };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const found = new Set(installed.map(({ id }) => id));
  return [
    ...[...found].filter((id) => !listed.has(id)).map((id) => `+ ${id}`),
    ...[...listed].filter((id) => !found.has(id)).map((id) => `- ${id}`),
  ];
}
