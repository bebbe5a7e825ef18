import { accessSync, constants, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isForbidden, ownerOf } from './permissions.ts';
import { reasonOf, StartRefusal } from './start-refusal.ts';

/** Throws StartRefusal where a build could not write what it makes; `isDue` is asked only then. */
export function refuseUnwritableBuild(root: string, isDue: () => boolean): void {
  try {
    seeWritable(join(root, '.nx'), 2); // nx's cache is deep, and is written at its top
    for (const file of globSync(['apps/*/package.json', 'libs/*/package.json'], { cwd: root })) {
      const { scripts } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { scripts?: { build?: string } };
      if (scripts?.build) seeWritable(join(root, dirname(file), 'dist'), Infinity); // it is replaced file by file
    }
  } catch (error) {
    if (isDue()) throw new StartRefusal(`What has changed can't be built: ${whyNot(error as NodeJS.ErrnoException)}`);
  }
}

function whyNot(error: NodeJS.ErrnoException): string {
  if (!isForbidden(error) || error.path === undefined) return reasonOf(error);
  return `no permission to write to ${error.path}.${ownerOf(error.path)} Make the project's folder yours (chown), or use a copy of it that is.`;
}

/** The folder and so many levels below it; what is not there yet is made in its parent. Throws what the system says. */
function seeWritable(folder: string, levels: number): void {
  if (!existsSync(folder)) return accessSync(dirname(folder), constants.W_OK | constants.X_OK);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  if (levels === 0) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) seeWritable(path, levels - 1);
    else if (entry.isFile()) accessSync(path, constants.W_OK);
  }
}
