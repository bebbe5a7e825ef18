// What `bootstrap.mjs` has npm do. It runs on whatever Node the machine has: no dependency, no new syntax.
import { spawn, spawnSync } from 'child_process';
import { existsSync, readdirSync } from 'fs';
import { delimiter, join, sep } from 'path';

const PROGRESS_EVERY_MS = 5000;
const NPM_GRACE_MS = 5000; // with the rest it ends within the 10 s in which Ctrl-C ends everything
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A refusal that is told in one sentence, without a stack. */
export class Refusal extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode || 1;
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

/** Asks packages not to tell their makers of the installation: one of them (@scarf/scarf) lists all of it for that. */
const UNTOLD = { SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };

/** Runs npm and resolves with its exit code and the end of what it said; `tick` is called while it lasts. Ctrl-C ends it, and is told as what it is. */
function runNpm(root, options, tick) {
  const npm = npmCommand(root);
  return new Promise((resolve, reject) => {
    const child = spawn(npm[0], npm[1].concat(options), { cwd: root, env: Object.assign({}, process.env, UNTOLD), stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setInterval(tick, PROGRESS_EVERY_MS);
    let output = '';
    let force;
    const collect = (chunk) => (output = (output + chunk).slice(-20000));
    const giveUp = (signal) => {
      child.kill(signal);
      force = force || setTimeout(() => child.kill('SIGKILL'), NPM_GRACE_MS);
    };
    const end = () => {
      clearInterval(timer);
      clearTimeout(force);
      SIGNALS.forEach((signal) => process.removeListener(signal, giveUp));
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    SIGNALS.forEach((signal) => process.on(signal, giveUp));
    child.on('error', (error) => {
      end();
      reject(new Refusal('npm can\'t be run: ' + error.message));
    });
    child.on('close', (code) => {
      end();
      if (force) reject(new Refusal('Installing the packages was given up. The next start begins it again.', 130));
      else resolve({ code, output });
    });
  });
}

function stopwatch() {
  const began = Date.now();
  return () => Math.round((Date.now() - began) / 1000) + ' s';
}

/** Installs what the lock asks for; `expected` packages are at its top level. Throws Refusal. */
export async function install(root, reason, expected) {
  console.log('Installing the packages (' + reason + '). The first time this takes a minute or two.');
  const lasted = stopwatch();
  // Few and short retries: without a network npm's own take more than a minute to say so.
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=6000'];
  const options = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'].concat(retries);
  const ended = await runNpm(root, options, () => {
    const count = Math.min(countInstalled(root), expected);
    console.log('  … ' + lasted() + ': ' + (count ? count + ' of about ' + expected + ' packages in place' : 'fetching the packages'));
  });
  if (ended.code !== 0) throw new Refusal('Installing the packages failed. ' + explainFailure(ended.output));
  console.log('Packages installed in ' + lasted() + '.');
}

/** Install scripts that npm was told to skip leave the project without its own Node. Throws Refusal. */
export async function ensureOwnNode(root) {
  const file = join(root, 'node_modules', 'node', 'bin', 'node');
  const runs = () => spawnSync(process.platform === 'win32' ? file + '.exe' : file, ['--version'], { encoding: 'utf8' }).status === 0;
  if (runs()) return;
  console.log("Fetching the project's own Node, which npm was told to skip.");
  const lasted = stopwatch();
  await runNpm(root, ['rebuild', 'node', '--ignore-scripts=false'], () => console.log('  … ' + lasted()));
  if (!runs()) {
    throw new Refusal("The project's own Node was not installed. npm may be set to skip install scripts: see `npm config get ignore-scripts`, then delete node_modules and try again.");
  }
}
