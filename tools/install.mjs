// What `bootstrap.mjs` has npm do. It runs on whatever Node the machine has: no dependency, no new syntax.
import { spawn, spawnSync } from 'child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import { delimiter, join, sep } from 'path';
import { telling } from './package-addresses.mjs';

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
    (process.env.PATH || '')
      .split(delimiter)
      .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node')),
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
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output))
    return (
      'npm was not allowed to write: ' + firstMatch(output, /(?:path|dest) (\S+)/) + '. Check who owns that folder.'
    );
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/.test(
      output,
    )
  ) {
    return "The npm registry can't be reached. Check the network (or the proxy and registry in `npm config list`) and try again.";
  }
  if (/can only install packages when your package\.json and package-lock\.json/.test(output)) {
    return 'package.json and package-lock.json disagree. Run `npm install`, then `node tools/complete-lock.mjs`, and keep the changed lock file.';
  }
  const lines = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return 'npm said:\n  ' + (lines.length ? lines : output.trim().split('\n')).slice(-8).join('\n  ');
}

/** What the file holds; undefined where there is no such file, or no JSON in it. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function firstMatch(text, pattern) {
  const match = pattern.exec(text);
  return match ? match[1] : 'a folder it needs';
}

function countInstalled(root) {
  try {
    return readdirSync(join(root, 'node_modules')).reduce((sum, name) => {
      if (name.startsWith('.')) return sum;
      const packages = name.startsWith('@')
        ? readdirSync(join(root, 'node_modules', name)).map((part) => join(name, part))
        : [name];
      return sum + packages.filter((path) => existsSync(join(root, 'node_modules', path, 'package.json'))).length;
    }, 0);
  } catch {
    return 0;
  }
}

/** Runs npm in the project's folder, or in `folder`, and resolves with its exit code and the end of what it said; `tick` is called while it lasts. Ctrl-C ends it, and is told as what it is. */
function runNpm(root, options, tick, folder) {
  const npm = npmCommand(root);
  return new Promise((resolve, reject) => {
    const child = spawn(npm[0], npm[1].concat(options), { cwd: folder || root, stdio: ['ignore', 'pipe', 'pipe'] });
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
      reject(new Refusal("npm can't be run: " + error.message));
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

/** The program of the project's own Node. */
export const ownNode = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** npm's settings, its registries among them; undefined where it does not tell. */
function npmSettings(root) {
  const npm = npmCommand(root);
  try {
    const settings = JSON.parse(
      spawnSync(npm[0], npm[1].concat(['config', 'ls', '--json']), { cwd: root, encoding: 'utf8' }).stdout,
    );
    return settings.registry ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** A registry may refuse the address by which all others know a package. */
const isRefusal = (ended) => ended.code !== 0 && /\bE4\d\d\b/.test(ended.output);

/** Installs what the lock asks for; `expected` packages are at its top level. Throws Refusal. */
export async function install(root, reason, expected) {
  console.log('Installing the packages (' + reason + '). The first time this takes a minute or two.');
  const lasted = stopwatch();
  // Few and short retries: without a network npm's own take more than a minute to say so.
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=6000'];
  const options = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'].concat(
    retries,
  );
  const tellProgress = () => {
    const count = Math.min(countInstalled(root), expected);
    console.log(
      '  … ' +
        lasted() +
        ': ' +
        (count ? count + ' of about ' + expected + ' packages in place' : 'fetching the packages'),
    );
  };
  const attempt = (settings) => telling(root, settings, () => runNpm(root, options, tellProgress));
  let ended = await attempt(npmSettings(root));
  if (isRefusal(ended)) ended = await attempt(undefined);
  if (ended.code !== 0) throw new Refusal('Installing the packages failed. ' + explainFailure(ended.output));
  await runInstallScripts(root, lasted);
  console.log('Packages installed in ' + lasted() + '.');
}

/** The install scripts that package.json allows, of the packages that are here. The project's own Node comes last: by it the next start sees that all have run. */
function allowedScripts(root) {
  const allowed = (readJson(join(root, 'package.json')) || {}).allowScripts || {};
  const names = Object.keys(allowed).filter((name) => allowed[name] === true && name !== 'node');
  return names.concat('node').flatMap((name) => {
    const folder = join(root, 'node_modules', name);
    const scripts = (readJson(join(folder, 'package.json')) || {}).scripts || {};
    return ['preinstall', 'install', 'postinstall']
      .filter((script) => scripts[script])
      .map((script) => ({ name, folder, script }));
  });
}

/** npm links no program that is still to come, and this one comes by a script. */
function linkOwnNode(root) {
  const links = join(root, 'node_modules', '.bin');
  try {
    mkdirSync(links, { recursive: true });
    if (process.platform === 'win32')
      writeFileSync(join(links, 'node.cmd'), '@"%~dp0\\..\\node\\bin\\node.exe" %*\r\n');
    else if (!readdirSync(links).includes('node')) symlinkSync('../node/bin/node', join(links, 'node'));
  } catch (error) {
    throw new Refusal('Setting up node failed. ' + explainFailure(error.message));
  }
}

/** npm itself was told to run none: before and after it would compare each package with each that is allowed, for ten seconds. Throws Refusal. */
async function runInstallScripts(root, lasted) {
  linkOwnNode(root);
  for (const { name, folder, script } of allowedScripts(root)) {
    const ended = await runNpm(
      root,
      ['run', script, '--loglevel=error'],
      () => console.log('  … ' + lasted() + ': setting up ' + name),
      folder,
    );
    if (ended.code !== 0) throw new Refusal('Setting up ' + name + ' failed. ' + explainFailure(ended.output));
  }
  if (spawnSync(ownNode(root), ['--version']).status !== 0) {
    throw new Refusal(
      "The project's own Node was not installed, or does not run on this machine. Delete node_modules and try again.",
    );
  }
}
