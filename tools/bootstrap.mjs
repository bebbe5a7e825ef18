// Runs before `npm start`, `npm test` and `npm run dev`, on whatever Node the machine has: no dependency, no new syntax.
// It sees that node_modules matches package-lock.json, and is quiet and instant when it does.
import { createHash } from 'crypto';
import { accessSync, constants, existsSync, lstatSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join, resolve } from 'path';
import { fileURLToPath, pathToFileURL } from 'url';
import { install, ownNode, readJson, Refusal } from './install.mjs';
import { bornAt } from './stack/born-at.mjs';

const OLDEST_NODE = 20;
const WAIT_FOR_A_STOPPING_SHOP_MS = 15000; // it stops within 10 s

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
    const differs =
      !found || (!wanted.link && (found.version !== wanted.version || found.integrity !== wanted.integrity));
    if (differs || !existsSync(join(root, path)))
      return path.replace(/^.*node_modules\//, '') + ' changed or is missing';
  }
  if (ownNodeMajor(root) === 0) return "the project's own Node is missing";
  return undefined;
}

/** Major version of the Node that came with the project; 0 where it does not run. */
function ownNodeMajor(root) {
  const version = (readJson(join(root, 'node_modules', 'node', 'package.json')) || {}).version;
  return version && existsSync(ownNode(root)) ? Number(version.split('.')[0]) : 0;
}

export function refuseOldNode(version) {
  const major = Number(version.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Refusal(
      'Node ' +
        OLDEST_NODE +
        ' or newer is needed to install the project; this is Node ' +
        version +
        '. Get it from https://nodejs.org and try again.',
    );
  }
}

function refuseReadOnly(root) {
  for (const folder of [root, join(root, 'node_modules')]) {
    if (!existsSync(folder)) continue;
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      throw new Refusal(
        "The packages can't be installed: no permission to write to " +
          folder +
          '. Make the folder yours (chown) or use a copy of the project that is.',
      );
    }
  }
}

/** What a lock says of a process: its number may have gone to another program since. */
const isAlive = (record) => Boolean(record.born) && bornAt(record.pid) === record.born;

const pause = () => new Promise((done) => setTimeout(done, 500));

/** The shop that runs from this project on a data folder, as its runner's lock tells (tools/stack/run-record.ts); undefined where none does. */
function runningShop(root) {
  const folders = [resolve(root, process.env.DATA_DIR || '.data'), join(root, '.data')];
  const locks = folders.map((folder) => readJson(join(folder, 'run', 'runner.lock')));
  const lock = locks.find(
    (found) => found && found.runner && (found.project || root) === root && isAlive(found.runner),
  );
  return (
    lock && {
      pid: lock.runner.pid,
      port: lock.port,
      isEnding: lock.stopping || Boolean(lock.npm && !isAlive(lock.npm)),
    }
  );
}

/** npm deletes node_modules before it fills it again: no shop may run from it. One that is stopping is waited for. */
async function refuseWhileRunning(root, reason) {
  const end = Date.now() + WAIT_FOR_A_STOPPING_SHOP_MS;
  let shop = runningShop(root);
  if (shop && shop.isEnding) console.log('Waiting for the shop that is stopping (process ' + shop.pid + ').');
  for (; shop && shop.isEnding && Date.now() < end; shop = runningShop(root)) await pause();
  if (!shop) return;
  throw new Refusal(
    'The packages have to be installed anew (' +
      reason +
      '), and the shop at http://localhost:' +
      shop.port +
      ' (process ' +
      shop.pid +
      ') runs on those that are there. Stop it with Ctrl-C or `kill ' +
      shop.pid +
      '`, and try again.',
  );
}

function isHeld(lockFile) {
  try {
    if (Date.now() - lstatSync(lockFile).mtimeMs < 2000) return true; // who made it may not have written its number yet
    return isAlive(JSON.parse(readFileSync(lockFile, 'utf8')));
  } catch {
    return false; // gone in between, or half of it, or closed to this user, who then can't remove it either
  }
}

/** False where another start has the lock. Without a writable temporary folder there is no lock, only the install. */
function takeLock(lockFile) {
  for (;;) {
    try {
      writeFileSync(lockFile, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) }), { flag: 'wx' });
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') return true;
    }
    if (isHeld(lockFile)) return false;
    try {
      rmSync(lockFile, { force: true });
    } catch (error) {
      throw new Refusal(
        "The packages can't be installed: " +
          lockFile +
          ", which another user left, is in the way and can't be removed (" +
          error.code +
          '). Have it removed and try again.',
      );
    }
  }
}

/** Two first starts at once must not install over each other: the second waits for the first. */
async function alone(root, act) {
  const lockFile = join(tmpdir(), 'install-' + createHash('sha256').update(root).digest('hex').slice(0, 16) + '.pid');
  for (let told = false; !takeLock(lockFile); told = true) {
    if (!told) console.log('Another start is installing the packages; waiting for it.');
    await pause();
  }
  try {
    return await act();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

export async function bootstrap(root) {
  refuseOldNode(process.versions.node);
  if (!whatIsMissing(root)) return;
  refuseReadOnly(root);
  await alone(root, async () => {
    const reason = whatIsMissing(root); // a start that was waited for may have done it
    if (!reason) return;
    await refuseWhileRunning(root, reason);
    const topLevel = /^node_modules\/(@[^/]+\/)?[^/]+$/;
    await install(
      root,
      reason,
      requiredPaths(readJson(join(root, 'package-lock.json'))).filter((path) => topLevel.test(path)).length,
    );
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  bootstrap(dirname(dirname(fileURLToPath(import.meta.url)))).catch((error) => {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = error.exitCode || 1;
  });
}
