import { transformFile } from '@swc/core';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES, type ServiceName } from './services.ts';
import { PROJECT_ROOT } from './settings.ts';
import { reasonOf } from './start-refusal.ts';

const SETTLE_MS = 150; // an editor writes several files at once

interface WatchedProject {
  folder: string;
  /** The services that run its code. */
  services: ServiceName[];
}

interface PackageFile {
  name: string;
  dependencies?: Record<string, string>;
}

const packageOf = (folder: string): PackageFile =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, folder, 'package.json'), 'utf8')) as PackageFile;

/** The services and the libs they stand on, as their package.json files tell. */
function watchedProjects(): WatchedProject[] {
  const services = SERVICES.map((name) => ({ folder: join('apps', name), services: [name] }));
  const libs = globSync('libs/*/package.json', { cwd: PROJECT_ROOT })
    .map(dirname)
    .map((folder) => ({ folder, name: packageOf(folder).name, services: [] as ServiceName[] }));
  const stands = (dependencies: Record<string, string> = {}): string[] =>
    Object.keys(dependencies).flatMap((name) => {
      const lib = libs.find((candidate) => candidate.name === name);
      return lib ? [name, ...stands(packageOf(lib.folder).dependencies)] : [];
    });
  for (const name of SERVICES) {
    const needed = new Set(stands(packageOf(join('apps', name)).dependencies));
    for (const lib of libs) if (needed.has(lib.name)) lib.services.push(name);
  }
  return [...services, ...libs.filter((lib) => lib.services.length > 0)].filter(({ folder }) =>
    existsSync(join(PROJECT_ROOT, folder, 'src')),
  );
}

/** Compiles every source that changes, and calls `onChange` with the services that run it. Returns how to stop. */
export function watchServices(onChange: (services: ServiceName[]) => Promise<void>): () => void {
  const changed = new Map<string, WatchedProject>();
  let isWorking = false;
  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (await delay(SETTLE_MS); changed.size > 0; await delay(SETTLE_MS)) {
      const batch = [...changed];
      changed.clear();
      const compiled = await Promise.all(batch.map(([file]) => compile(file)));
      const services = [
        ...new Set(batch.filter((_, index) => compiled[index]).flatMap(([, project]) => project.services)),
      ];
      // The build left a bundle in its place, with the code from before.
      await Promise.all(services.map((name) => compile(join(PROJECT_ROOT, 'apps', name, 'src', 'main.ts'))));
      if (services.length > 0) await onChange(services);
    }
    isWorking = false;
  };
  const watchers = watchedProjects().map((project) =>
    watch(join(PROJECT_ROOT, project.folder, 'src'), { recursive: true }, (_, name) => {
      if (!name || !/\.ts$/.test(name) || /\.spec\.ts$/.test(name)) return;
      changed.set(join(PROJECT_ROOT, project.folder, 'src', name), project);
      void work();
    }),
  );
  return () => watchers.forEach((watcher) => watcher.close());
}

/** Writes the compiled file beside those of the build; false where the source does not compile. */
async function compile(source: string): Promise<boolean> {
  const target = source.replace(/([\\/])src([\\/])(?!.*[\\/]src[\\/])/, '$1dist$2').replace(/\.ts$/, '.js');
  if (!existsSync(source)) {
    rmSync(target, { force: true });
    return true;
  }
  try {
    const { code, map } = await transformFile(source, {
      configFile: join(PROJECT_ROOT, '.swcrc'),
      sourceFileName: relative(dirname(target), source),
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, map ? `${code}\n//# sourceMappingURL=${basename(target)}.map\n` : code);
    if (map) writeFileSync(`${target}.map`, map);
    return true;
  } catch (error) {
    console.error(`${relative(PROJECT_ROOT, source)} does not compile:\n${reasonOf(error)}`);
    return false;
  }
}
