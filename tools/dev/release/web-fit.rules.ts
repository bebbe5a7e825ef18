import type { SharedLibraries } from '../../federation/shared-libraries.ts';

const getMajor = (version: string): string => version.split('.')[0] ?? '';

/** Why a remote would not run in a shell: browsers take the shell's libraries, whatever the remote was built with. */
export function findMisfits(remote: SharedLibraries, shell: SharedLibraries): string[] {
  const libraries = Object.entries(remote.versions).flatMap(([name, version]) => {
    const provided = shell.versions[name];
    if (provided === undefined) return [`the shell has no ${name}`];
    if (getMajor(provided) === getMajor(version)) return [];
    return [`it was built with ${name} ${version}, and the shell has ${provided}`];
  });
  const exported = remote.router
    .filter((name) => !shell.router.includes(name))
    .map((name) => `the shell's router has no ${name}`);
  return [...libraries, ...exported];
}
