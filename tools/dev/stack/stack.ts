import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildShop } from './build.ts';
import { deleteQueues, explainFailedStart } from './broker.ts';
import { type DataFolder, openDataFolder, readEventsNamespace, readSecrets } from '../../ops/shop/data-folder.ts';
import { openDatabases, type DatabaseName } from '../../ops/shop/databases.ts';
import { lockDataFolder } from './lock.ts';
import { rotateLog } from './logs.ts';
import { chooseParts, type Parts } from './parts.ts';
import { checkPublicPort, freePort, freePorts } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { probes } from './probes.ts';
import {
  getAdminCredentials,
  createEnvironment,
  getReadinessUrl,
  getWebReleases,
  hasOwnQueues,
  listProcesses,
  type ServiceName,
  SERVICES,
  type Wiring,
} from './services.ts';
import { PROJECT_ROOT, readSettings, type StackOptions, type StackSettings } from '../../ops/shop/settings.ts';
import { writeShopRecord, type ShopRecord } from '../../ops/shop/shop-record.ts';
import { getErrorMessage } from '../../ops/shop/start-error.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { listWebBuilds, releaseWebBuilds, type WebBuilds } from './web-releases.ts';

export interface StartOptions extends StackOptions {
  quiet?: boolean;
  /** For tests after a build. */
  skipBuild?: boolean;
  /** Services that run the build of another checkout: service → its root. */
  roots?: Partial<Record<ServiceName, string>>;
  /** Web apps of other builds, such as those of another checkout. */
  webBuilds?: WebBuilds;
  /** For tests: stopping deletes the data folder, and RabbitMQ soon deletes the queues. */
  disposable?: boolean;
  /** The longest pause before a service that died is started again; default 15 s. */
  maxRestartDelayMs?: number;
  /** For tests: another server for the database of the sandbox, which stands for providers outside. */
  sandboxServer?: string;
  /** Aborting stops everything that was started. */
  signal?: AbortSignal;
}

export interface Stack {
  url: string;
  adminEmail: string;
  adminPassword: string;
  settings: StackSettings;
  parts: Parts;
  processes: readonly ServiceName[];
  folder: DataFolder;
  /** Name → address. */
  databases: Record<DatabaseName, string>;
  events: Required<ShopRecord>['events'];
  /** Stops the gateway, the services and the database, within 12 s. Deletes the queues of a development shop. */
  stop: () => Promise<void>;
  /** If the service dies, it is started again. */
  kill: (service: ServiceName, signal?: NodeJS.Signals) => void;
  /** Stops the service until `startService`. */
  stopService: (service: ServiceName) => Promise<void>;
  /** Resolves when the service is ready. `root`: the checkout whose build runs until the next stop; default is that of `roots`. */
  startService: (service: ServiceName, root?: string) => Promise<void>;
  logs: (service: ServiceName) => string;
}

const STOP_MS = 3500; // twice, the queues' 2 s and PostgreSQL's 3 s: a stop takes at most 12 s
const QUEUES_MS = 2000; // RabbitMQ deletes the rest after an hour
const CRASH_WAIT_MS = 10_000; // services of a killed runner need this time to stop
const LOCAL_HOSTS = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'];

/** Starts the shop. If it throws a StartError, no process is left. */
export async function startStack(options: StartOptions = {}): Promise<Stack> {
  const say = (text: string): void => void (options.quiet || console.log(text));
  const cleanups: Cleanup[] = [];
  let stopped = Promise.resolve();
  const stop = (): Promise<void> => (stopped = stopped.then(() => runAll(cleanups, say)));
  const abort = (): void => void stop();
  options.signal?.addEventListener('abort', abort);
  try {
    return { ...(await launch(options, cleanups, say)), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

type Cleanup = () => Promise<unknown>;

/** Runs the cleanups in reverse order, even if some fail. */
async function runAll(cleanups: Cleanup[], print: (text: string) => void): Promise<void> {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop())
    await cleanup().catch((error: unknown) => print(`While stopping: ${getErrorMessage(error)}`));
}

async function launch(
  options: StartOptions,
  cleanups: Cleanup[],
  say: (text: string) => void,
): Promise<Omit<Stack, 'stop'>> {
  const { signal, disposable } = options;
  const settings = readSettings(options);
  settings.port ||= await freePort();
  const { host, port, env } = settings;
  const folder = openDataFolder(settings.dataDir);
  const url = `http://${LOCAL_HOSTS.includes(host) ? 'localhost' : host}:${port}`;
  const lock = await lockDataFolder(folder.root, url);
  cleanups.push(lock.release);
  await checkPublicPort(host, port, lock.isAfterCrash ? CRASH_WAIT_MS : 0);
  if (disposable) cleanups.unshift(() => rm(folder.root, { recursive: true, force: true }));
  const parts = await chooseParts(env, settings.embedded, probes);
  let server = parts.database.url;
  if (!server) {
    say('• Starting PostgreSQL');
    const postgres = await startPostgres({ folder: folder.postgres, logFolder: folder.logs, onDeath: say, signal });
    cleanups.push(postgres.stop);
    server = postgres.url;
  }
  const names = listProcesses(parts, env);
  const databases = await openAllDatabases(server, names, options.sandboxServer);
  await buildAll(options, settings, say);
  say(`• Starting ${names.join(', ')}`);
  const ports = { ...(await freePorts(['sandbox', ...SERVICES])), gateway: port };
  const eventsNamespace = env.EVENTS_NAMESPACE || (parts.database.url ? 'shop' : readEventsNamespace(folder));
  const own = { secrets: readSecrets(folder), eventsNamespace };
  const services = superviseServices(
    names,
    { settings, parts, ports, databases, url, disposable, ...own },
    { folder, say, roots: options.roots, maxRestartDelayMs: options.maxRestartDelayMs },
  );
  const find = (name: ServiceName): SupervisedProcess => {
    const service = services.get(name);
    if (!service) throw new Error(`This shop runs without ${name}`);
    return service;
  };
  const events = getEvents(parts, databases, eventsNamespace);
  if (hasOwnQueues(settings, parts)) cleanups.push(() => within(QUEUES_MS, deleteQueues({ ...events, databases })));
  cleanups.push(() => Promise.all([...services.values()].map((service) => service.stop(STOP_MS))));
  cleanups.push(() => find('gateway').stop(STOP_MS));
  signal?.throwIfAborted();
  await startAll([...services.values()], parts, signal);
  writeShopRecord(folder.root, { pid: process.pid, url, databases, events });
  const { email: adminEmail = '', password: adminPassword = '' } =
    getAdminCredentials(env, own.secrets.adminPassword) ?? {};
  return {
    ...{ url, adminEmail, adminPassword, settings, parts, processes: names, folder, databases, events },
    kill: (name, killSignal = 'SIGKILL') => find(name).kill(killSignal),
    stopService: (name) => find(name).stop(STOP_MS),
    startService: (name, root) => find(name).start(root && join(root, 'apps', name)),
    logs: (name) => readFileSync(join(folder.logs, `${name}.log`), 'utf8'),
  };
}

async function openAllDatabases(
  server: string,
  names: readonly ServiceName[],
  sandboxServer: string | undefined,
): Promise<Stack['databases']> {
  const databases = await openDatabases(server, names.includes('sandbox'));
  return sandboxServer ? { ...databases, sandbox: (await openDatabases(sandboxServer, true)).sandbox } : databases;
}

async function buildAll(
  { skipBuild, quiet, signal, webBuilds }: StartOptions,
  settings: StackSettings,
  say: (text: string) => void,
): Promise<void> {
  if (!skipBuild) {
    say('• Building what changed');
    await buildShop({ quiet, signal });
  }
  // The gateway is ready once there are web apps.
  if (!settings.env.WEB_RELEASES)
    await releaseWebBuilds(getWebReleases(settings), { ...listWebBuilds(), ...webBuilds });
}

interface LaunchContext {
  folder: DataFolder;
  say: (text: string) => void;
}

function superviseServices(
  names: readonly ServiceName[],
  wiring: Wiring,
  { folder, say, roots, maxRestartDelayMs }: Pick<StartOptions, 'roots' | 'maxRestartDelayMs'> & LaunchContext,
): ReadonlyMap<ServiceName, SupervisedProcess> {
  const preload = pathToFileURL(join(import.meta.dirname, 'stop-with-runner.mjs')).href;
  const supervise = (name: ServiceName): SupervisedProcess =>
    new SupervisedProcess({
      name,
      args: ['--enable-source-maps', '--import', preload, 'dist/main.js'],
      cwd: join(roots?.[name] ?? PROJECT_ROOT, 'apps', name),
      env: createEnvironment(name, wiring),
      logFile: rotateLog(folder.logs, name),
      isReady: () => isServiceReady(getReadinessUrl(name, wiring)),
      onDeath: say,
      maxRestartDelayMs,
    });
  return new Map(names.map((name) => [name, supervise(name)]));
}

const getEvents = (parts: Parts, databases: Stack['databases'], namespace: string): Stack['events'] => ({
  transport: parts.events.url ? 'rabbitmq' : 'postgres',
  url: parts.events.url ?? databases.events,
  namespace,
});

async function startAll(processes: SupervisedProcess[], parts: Parts, signal?: AbortSignal): Promise<void> {
  await Promise.all(processes.map((each) => each.start())).catch(async (error: unknown) => {
    throw signal?.aborted ? error : await explainFailedStart(error, parts.events.url, probes);
  });
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const late = delay(ms, undefined, { signal: limit.signal }).then(() => {
    throw new Error('RabbitMQ did not delete all queues of this shop in time; it does so after an hour');
  });
  await Promise.race([work, late]).finally(() => limit.abort());
}

const isServiceReady = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.body?.cancel().then(() => response.ok) ?? false,
    () => false,
  );
