// Where the packages of the lock lie. package-lock.json does not tell, since that would name the registry that happened to be asked, a mirror say; and npm
// then fetches and reads a list of all versions of each package to find out: a third of its work. So for its run it is told. Loaded by install.mjs: no
// dependency, no new syntax.
import { readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';

/** npm reads it before package-lock.json, where there are both. */
const TOLD_LOCK = 'npm-shrinkwrap.json';

/** A registry's file of a package: all name them alike, and where one does not, npm says 404. */
function addressOf(name, version, settings) {
  const scope = name.replace(/\/.*$/, '');
  const registry = settings[scope + ':registry'] || settings.registry;
  return registry.replace(/\/*$/, '/') + name + '/-/' + name.replace(/^.*\//, '') + '-' + version + '.tgz';
}

/** The lock with the addresses that it lacks, as npm's settings tell them. What has no checksum is left as it is: whatever came from there would be taken. */
export function withAddresses(lock, settings) {
  const packages = {};
  for (const path of Object.keys(lock.packages)) {
    const entry = lock.packages[path];
    const name = entry.name || path.replace(/^.*node_modules\//, '');
    const lacksOne = path.includes('node_modules/') && entry.integrity && !entry.resolved && !entry.inBundle;
    packages[path] = lacksOne
      ? Object.assign({}, entry, { resolved: addressOf(name, entry.version, settings) })
      : entry;
  }
  return Object.assign({}, lock, { packages: packages });
}

function tell(root, file, settings) {
  try {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    writeFileSync(file, JSON.stringify(withAddresses(lock, settings)));
  } catch {
    rmSync(file, { force: true }); // half of it, where the disk is full: npm says so better
  }
}

/** Runs `act` while npm finds the addresses beside the lock; without npm's settings, or where they can't be written, it looks for itself. */
export async function telling(root, settings, act) {
  const file = join(root, TOLD_LOCK);
  rmSync(file, { force: true }); // of a start that was killed
  if (settings) tell(root, file, settings);
  try {
    return await act();
  } finally {
    rmSync(file, { force: true });
  }
}
