// Run after `npm install`: node tools/complete-lock.mjs
// npm leaves optional packages for other systems out of package-lock.json when the registry it asks (a mirror, say) does
// not have them, and `npm ci` then refuses the lock on every machine. This writes them in: version, system and processor,
// as their names tell them. npm fetches such a package only on that system.
import { readFileSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { fileURLToPath } from 'url';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The optional packages that the lock's packages ask for and the lock does not hold: path → entry. */
export function missingOptionals(lock) {
  const missing = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isFound(lock.packages, path, name)) continue;
      missing[`node_modules/${name}`] = entryOf(name, range, entry);
    }
  }
  return missing;
}

/** As Node looks a package up: in the folder itself, then in each one above. */
function isFound(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) return true;
    if (folder === '' || !folder.includes('node_modules'))
      return folder !== '' && Boolean(packages[`node_modules/${name}`]);
  }
}

function entryOf(name, range, parent) {
  const words = name
    .replace(/^.*\//, '')
    .split(/[-.]/)
    .map((word) => (word === 'windows' ? 'win32' : word === 'gnueabihf' || word === 'eabi' ? '' : word));
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  if (!/^\d+\.\d+\.\d+/.test(range) || !(os || cpu))
    throw new Error(`${name}@${range} is missing in the lock, and its name does not tell its system.`);
  return {
    version: range,
    cpu: cpu ? [cpu] : undefined,
    ...(parent.dev ? { dev: true } : {}),
    libc: libc ? [libc] : undefined,
    optional: true,
    os: os ? [os] : undefined,
    ...(parent.peer ? { peer: true } : {}),
  };
}

export function completeLock(lock) {
  const all = { ...lock.packages, ...missingOptionals(lock) };
  const sorted = Object.keys(all).sort((a, b) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted.map((path) => [path, all[path]])) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(dirname(dirname(fileURLToPath(import.meta.url))), process.argv[2] ?? 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const count = Object.keys(missingOptionals(lock)).length;
  if (count > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(count > 0 ? `${count} packages of other systems were added to the lock` : 'the lock is complete');
}
