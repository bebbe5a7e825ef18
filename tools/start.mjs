// `npm start`, `npm run dev`, `pretest`: installs the packages if the lock has changed, then runs a script with the
// project's own Node. Runs on Node 20, without dependencies.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

function isInstalled() {
  try {
    const installed = packagesOf('node_modules/.package-lock.json');
    const needed = Object.entries(packagesOf('package-lock.json')).filter(
      ([path, { link, optional, devOptional }]) => path.includes('node_modules/') && !link && !optional && !devOptional,
    );
    return needed.every(([path, { version }]) => installed[path]?.version === version);
  } catch {
    return false;
  }
}

/** Resolves with the exit code. The program gets the signals, and SIGTERM if the shell of npm is killed. */
function run(command, args, { env = process.env, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd: root, env, stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || child.kill('SIGTERM'), 500).unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

// `npm ci` deletes node_modules, so it must not run on the Node in there.
const PATH = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')));
let code = isInstalled()
  ? 0
  : await run('npm', ['ci', '--loglevel=error'], { env: { ...process.env, PATH: PATH.join(delimiter) } });
const [script, ...args] = process.argv.slice(2);
if (code === 0 && script)
  code = await run(join(root, 'node_modules/.bin/node'), [script, ...args], { stdio: [0, 1, 2, 'ipc'] });
process.exit(code);
