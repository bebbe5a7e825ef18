import { spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refuseUnwritableBuild } from './build-folders.ts';
import { rotateLog } from './log-files.ts';
import { untilClosed } from './processes.ts';
import type { Reporter } from './reporter.ts';
import { SERVICES, WEB_APPS } from './services.ts';
import { PROJECT_ROOT } from './settings.ts';
import { reasonOf, StartRefusal } from './start-refusal.ts';

/** In the project, not in the home folder: it goes when the project goes, and needs no other place to be writable. */
const cacheFolder = (root: string): string => join(root, '.nx', 'cache');
const fingerprintFile = (root: string): string => join(root, '.nx', 'built.json');

export interface BuildOptions {
  logFolder: string;
  reporter: Reporter;
  /** False while developing, when webpack watches them itself. */
  withWebApps: boolean;
  signal?: AbortSignal;
  /** The checkout that is built. */
  root?: string;
}

/** Throws StartRefusal where a build is due and can't write what it makes. */
export function refuseImpossibleBuild(root = PROJECT_ROOT): void {
  refuseUnwritableBuild(root, () => readFingerprint(root) !== fingerprint(root));
}

/** Builds the services and web apps that changed since the last build. Throws StartRefusal with the compiler's words. */
export async function buildWhatChanged({
  logFolder,
  reporter,
  withWebApps,
  signal,
  root = PROJECT_ROOT,
}: BuildOptions): Promise<void> {
  const before = lookThrough(root);
  if (readFingerprint(root) === nameOf(before)) return reporter.note('• Nothing changed since the last build');
  let done = 0;
  let total = 0;
  const end = reporter.step('Building what changed', () =>
    total > 0 ? `${done} of ${total} parts built` : 'looking for what changed',
  );
  const apps = withWebApps ? [...SERVICES, ...WEB_APPS] : SERVICES;
  const count = (line: string): void => {
    total = Number(/Running target build for (\d+) project/.exec(line)?.[1] ?? total) || total;
    total += Number(/and (\d+) tasks? (?:it|they) depends? on/.exec(line)?.[1] ?? 0);
    if (line.startsWith('> nx run ')) done += 1; // a part's output comes when it is built
  };
  const output = await runNx({ root, apps, logFolder, signal }, count).catch((error: unknown) => {
    end('not built');
    throw error;
  });
  // The sources from before: one that was saved meanwhile may have been read already, or not, and is built at the next start.
  if (withWebApps) saveFingerprint(root, nameOf({ sources: before.sources, outputs: lookThrough(root).outputs }));
  const cached = Number(
    /Nx read the output from the cache instead of running the command for (\d+) out of/.exec(output)?.[1] ?? 0,
  );
  end(`built${cached > 0 ? `, ${cached} parts from the cache` : ''}`);
}

/** Resolves with what nx said. However it ends, nx and the compilers it started are gone then. */
async function runNx(
  { root, apps, logFolder, signal }: { root: string; apps: readonly string[]; logFolder: string; signal?: AbortSignal },
  onLine: (line: string) => void,
): Promise<string> {
  const logFile = rotateLog(logFolder, 'build');
  const projects = apps.map((name) => `@shop/${name}`).join(',');
  const args = [nxProgram(root), 'run-many', '-t', 'build', '-p', projects, '--outputStyle=static', '--parallel=2'];
  // No process for nx's plugins: it outlives an nx that is stopped, for up to half a minute.
  const alone = { NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_NO_CLOUD: 'true' };
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    ...alone,
    NX_TUI: 'false',
    NX_CACHE_DIRECTORY: cacheFolder(root),
    FORCE_COLOR: '0',
    CI: 'true',
  };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(logFile);
  let output = '';
  const collect = (chunk: Buffer): void => {
    const text = chunk.toString();
    output += text;
    log.write(text);
    text.split('\n').forEach(onLine);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await untilClosed(child, signal)
    .catch((error: unknown) => Promise.reject(new StartRefusal(`The build can't run: ${reasonOf(error)}`)))
    .finally(() => log.end());
  signal?.throwIfAborted();
  if (code !== 0) throw new StartRefusal(`The build failed:\n${failedPart(output)}\nThe whole output: ${logFile}`);
  return output;
}

function nxProgram(root: string): string {
  const folder = join(root, 'node_modules', 'nx');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: { nx: string } };
  return join(folder, bin.nx);
}

/** The output of the tasks that failed, without that of the ones that went well. */
function failedPart(output: string): string {
  const tasks = output.split(/^(?=> nx run )/m);
  const names = [...output.matchAll(/^\s*[-✖] +(?:nx run )?(@shop\/[a-z-]+:build)/gm)].map((match) => match[1]);
  const failed = tasks.filter((task) =>
    names.some((name) => name !== undefined && task.startsWith(`> nx run ${name}`)),
  );
  return (failed.length > 0 ? failed.join('') : output).trim().split('\n').slice(-40).join('\n');
}

function readFingerprint(root: string): string | undefined {
  try {
    return readFileSync(fingerprintFile(root), 'utf8');
  } catch {
    return undefined;
  }
}

function saveFingerprint(root: string, name: string): void {
  try {
    mkdirSync(dirname(fingerprintFile(root)), { recursive: true });
    writeFileSync(fingerprintFile(root), name);
  } catch (error) {
    throw new StartRefusal(`What was built can't be noted in ${fingerprintFile(root)}: ${reasonOf(error)}`);
  }
}

const ROOT_INPUTS = [
  'package-lock.json',
  '.swcrc',
  'nx.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'tsconfig.node.json',
];
const NOT_BUILT_FROM = new Set(['node_modules', 'test', '.swc', 'coverage']);

/** Digests of path, size and time of every file. */
interface BuildFiles {
  /** What goes into the build. */
  sources: string;
  /** What came out of it. */
  outputs: string;
}

/** One build can be told from another by its files. */
export function fingerprint(root: string): string {
  return nameOf(lookThrough(root));
}

function nameOf({ sources, outputs }: BuildFiles): string {
  return createHash('sha256').update(`${process.version}\n${sources}\n${outputs}`).digest('hex');
}

function lookThrough(root: string): BuildFiles {
  const [sources, outputs] = [createHash('sha256'), createHash('sha256')];
  const add = (path: string, to: Hash): void => {
    const { size, mtimeMs } = statSync(join(root, path));
    to.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder: string, to: Hash): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (NOT_BUILT_FROM.has(entry.name) || /\.(spec\.tsx?|md|tsbuildinfo)$/.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path, entry.name === 'dist' ? outputs : to);
      else if (entry.isFile()) add(path, to);
    }
  };
  for (const path of ROOT_INPUTS) if (existsSync(join(root, path))) add(path, sources);
  for (const folder of ['libs', 'apps', 'tools/bundle', 'tools/federation'])
    if (existsSync(join(root, folder))) walk(folder, sources);
  const missing = [...SERVICES, ...WEB_APPS].filter((name) => !existsSync(join(root, 'apps', name, 'dist')));
  return { sources: sources.digest('hex'), outputs: outputs.update(missing.join()).digest('hex') };
}
