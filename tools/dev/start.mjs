// `npm start`, `npm run dev`, `npm run setup`, `pretest`: installs the packages if the lock has changed, then runs a script with the
// project's own Node. Of install scripts only those that `allowScripts` in package.json names run. Runs on Node 20, without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

function isInstalled() {
  try {
    const installed = packagesOf('node_modules/.package-lock.json');
    return Object.entries(packagesOf('package-lock.json')).every(([path, { version, link, optional, devOptional }]) => {
      const isNeeded = path.includes('node_modules/') && !link && !optional && !devOptional;
      return !isNeeded || installed[path]?.version === version;
    });
  } catch {
    return false;
  }
}

/** The installed packages whose install scripts may run. */
function listAllowed() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)));
}

/** Resolves with the exit code. Forwards signals to the program, and sends SIGTERM if npm's shell is killed. */
function run(command, args, { env = process.env, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd: root, env, stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || child.kill('SIGTERM'), 500).unref();
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve(code ?? 1)));
}

// `npm ci` deletes node_modules, so it must not use the Node in it.
const PATH = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')));
const env = { ...process.env, PATH: PATH.join(delimiter) };
const node = join(root, 'node_modules/.bin/node');
const [script, ...args] = process.argv.slice(2);
let code = isInstalled() ? 0 : await run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { env });
// A script of a package puts Node there.
if (code === 0 && !existsSync(node))
  code = await run('npm', ['rebuild', '--ignore-scripts=false', ...listAllowed()], { env });
if (code === 0 && script) code = await run(node, [script, ...args], { stdio: [0, 1, 2, 'ipc'] });
process.exit(code);
