// Runs before `npm start`, `npm test` and `npm run dev`, on whatever Node the machine has: no dependency, no new syntax.
// It sees that node_modules matches package-lock.json, and is quiet and instant when it does.
import { spawn, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { delimiter, dirname, join, sep } from 'path';
import { fileURLToPath, pathToFileURL } from 'url';

const OLDEST_NODE = 20;
const PROGRESS_EVERY_MS = 5000;

/** Package paths ("node_modules/x") that the lock asks for on every platform. */
function requiredPaths(lock) {
  return Object.keys(lock.packages).filter((path) => {
    const entry = lock.packages[path];
    return path.includes('node_modules/') && !entry.optional && !entry.devOptional;
  });
}

/** Why node_modules does not match the lock, or undefined where it does. */
export function whatIsMissing(root) {
  const lock = readJson(join(root, 'package-lock.json'));
  if (!lock) throw new Refusal('package-lock.json is missing or unreadable. Take a fresh copy of the project.');
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'nothing is installed yet';
  for (const path of requiredPaths(lock)) {
    const wanted = lock.packages[path];
    const found = installed.packages[path];
    const differs = !found || (!wanted.link && (found.version !== wanted.version || found.integrity !== wanted.integrity));
    if (differs || !existsSync(join(root, path))) return path.replace(/^.*node_modules\//, '') + ' changed or is missing';
  }
  if (ownNodeMajor(root) === 0) return "the project's own Node is missing";
  return undefined;
}

/** A refusal that is told in one sentence, without a stack. */
export class Refusal extends Error {}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Major version of the Node that came with the project; 0 where it does not run. */
function ownNodeMajor(root) {
  const file = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const version = (readJson(join(root, 'node_modules', 'node', 'package.json')) || {}).version;
  return version && existsSync(file) ? Number(version.split('.')[0]) : 0;
}

export function refuseOldNode(version) {
  const major = Number(version.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Refusal('Node ' + OLDEST_NODE + ' or newer is needed to install the project; this is Node ' + version + '. Get it from https://nodejs.org and try again.');
  }
}

function refuseReadOnly(root) {
  for (const folder of [root, join(root, 'node_modules')]) {
    if (!existsSync(folder)) continue;
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      throw new Refusal('The packages can\'t be installed: no permission to write to ' + folder + '. Make the folder yours (chown) or use a copy of the project that is.');
    }
  }
}

/** A Node that is not inside node_modules, since `npm ci` deletes that folder while it runs. */
function outsideNode(root) {
  const inside = (file) => file.startsWith(join(root, 'node_modules') + sep);
  const candidates = [process.env.npm_node_execpath, process.execPath].concat(
    (process.env.PATH || '').split(delimiter).map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node')),
  );
  return candidates.find((file) => file && !inside(file) && existsSync(file)) || process.execPath;
}

function npmCommand(root) {
  const script = process.env.npm_execpath;
  if (script && /\.c?js$/.test(script) && existsSync(script)) return [outsideNode(root), [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/** What npm printed, in one sentence for people. */
export function explainFailure(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full. Free some space and try again.';
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) return 'npm was not allowed to write: ' + firstMatch(output, /(?:path|dest) (\S+)/) + '. Check who owns that folder.';
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/.test(output)) {
    return 'The npm registry can\'t be reached. Check the network (or the proxy and registry in `npm config list`) and try again.';
  }
  if (/can only install packages when your package\.json and package-lock\.json/.test(output)) {
    return 'package.json and package-lock.json disagree. Run `npm install`, then `node tools/complete-lock.mjs`, and keep the changed lock file.';
  }
  const lines = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return 'npm said:\n  ' + (lines.length ? lines : output.trim().split('\n')).slice(-8).join('\n  ');
}

function firstMatch(text, pattern) {
  const match = pattern.exec(text);
  return match ? match[1] : 'a folder it needs';
}

function countInstalled(root) {
  try {
    return readdirSync(join(root, 'node_modules')).reduce((sum, name) => {
      if (name.startsWith('.')) return sum;
      const packages = name.startsWith('@') ? readdirSync(join(root, 'node_modules', name)).map((part) => join(name, part)) : [name];
      return sum + packages.filter((path) => existsSync(join(root, 'node_modules', path, 'package.json'))).length;
    }, 0);
  } catch {
    return 0;
  }
}

function install(root, reason) {
  const topLevel = /^node_modules\/(@[^/]+\/)?[^/]+$/;
  const expected = requiredPaths(readJson(join(root, 'package-lock.json'))).filter((path) => topLevel.test(path)).length;
  console.log('Installing the packages (' + reason + '). The first time this takes a minute or two.');
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const npm = npmCommand(root);
  // Few and short retries: without a network npm's own take more than a minute to say so.
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=6000'];
  const options = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'].concat(retries);
  return new Promise((resolve, reject) => {
    const child = spawn(npm[0], npm[1].concat(options), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => (output = (output + chunk).slice(-20000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setInterval(() => {
      const count = Math.min(countInstalled(root), expected);
      console.log('  … ' + seconds() + ' s: ' + (count ? count + ' of about ' + expected + ' packages in place' : 'fetching the packages'));
    }, PROGRESS_EVERY_MS);
    const end = (act) => {
      clearInterval(timer);
      act();
    };
    child.on('error', (error) => end(() => reject(new Refusal('npm can\'t be run: ' + error.message))));
    child.on('close', (code) =>
      end(() => {
        if (code !== 0) return reject(new Refusal('Installing the packages failed. ' + explainFailure(output)));
        console.log('Packages installed in ' + seconds() + ' s.');
        resolve();
      }),
    );
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  });
}

function processLives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two first starts at once must not install over each other: the second waits for the first. */
async function alone(root, act) {
  const lockFile = join(tmpdir(), 'install-' + createHash('sha256').update(root).digest('hex').slice(0, 16) + '.pid');
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') break; // without a writable temporary folder there is no guard, only the install
      const holder = Number(readFileSync(lockFile, 'utf8')) || 0;
      const young = Date.now() - lstatSync(lockFile).mtimeMs < 2000;
      if (!young && !(holder && processLives(holder))) rmSync(lockFile, { force: true });
      else if (!told) console.log('Another start is installing the packages; waiting for it.');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  try {
    return await act();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Install scripts that npm was told to skip leave the project without its own Node. */
function ensureOwnNode(root) {
  const file = join(root, 'node_modules', 'node', 'bin', 'node');
  const run = () => spawnSync(process.platform === 'win32' ? file + '.exe' : file, ['--version'], { encoding: 'utf8' });
  if (run().status === 0) return;
  const npm = npmCommand(root);
  spawnSync(npm[0], npm[1].concat(['rebuild', 'node', '--ignore-scripts=false']), { cwd: root, stdio: 'ignore' });
  if (run().status !== 0) {
    throw new Refusal("The project's own Node was not installed. npm may be set to skip install scripts: see `npm config get ignore-scripts`, then delete node_modules and try again.");
  }
}

export async function bootstrap(root) {
  refuseOldNode(process.versions.node);
  if (!whatIsMissing(root)) return;
  refuseReadOnly(root);
  await alone(root, async () => {
    const reason = whatIsMissing(root); // a start that was waited for may have done it
    if (!reason) return;
    await install(root, reason);
    ensureOwnNode(root);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  bootstrap(dirname(dirname(fileURLToPath(import.meta.url)))).catch((error) => {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  });
}
