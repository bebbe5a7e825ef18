import { discardFolder, discardQueues } from './discard.ts';
import { buildWhatChanged, refuseImpossibleBuild } from './build.ts';
import { type DataFolder, eventsNamespace, identityKeys, openDataFolder, secretOf } from './data-folder.ts';
import { openDatabases } from './databases.ts';
import { keepEmbeddedPostgres } from './kept-postgres.ts';
import { readEnd, rotateLog } from './log-files.ts';
import { endOrphans } from './orphans.ts';
import { chooseParts, type Parts } from './parts.ts';
import { claimPublicPort, freePorts } from './ports.ts';
import { rabbitmqAnswers, redisAnswers } from './probes.ts';
import { during, quietReporter, type Reporter } from './reporter.ts';
import { removeRunRecord, type RunRecord, takeLock, writeRunRecord } from './run-record.ts';
import { recordOf } from './processes.ts';
import {
  adminSignIn,
  environmentOf,
  internalUrl,
  serviceFolder,
  type ServiceName,
  SERVICES,
  type Wiring,
} from './services.ts';
import { readSettings, type StackOptions, type StackSettings } from './settings.ts';
import { refuseSilentServers } from './silent-servers.ts';
import { reasonOf, StartRefusal } from './start-refusal.ts';
import { SupervisedService } from './supervised-service.ts';

export interface StartOptions extends StackOptions {
  /** No word to the console. */
  quiet?: boolean;
  reporter?: Reporter;
  /** For tests: a stop takes the data folder away, and the queues it had on a broker. */
  disposable?: boolean;
  /** Aborted: the start is given up, and what was started is stopped. */
  signal?: AbortSignal;
  /** While developing: what stands before the gateway. Called once the data folder and the public port are this start's. */
  front?: (folder: DataFolder) => Front;
}

/** The public port is its own; the gateway listens on another, of this machine only. */
export interface Front {
  /** Variables for the services. */
  env: NodeJS.ProcessEnv;
  /** Called when all services are ready. */
  open: (address: { host: string; port: number }, gatewayPort: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A running shop. */
export interface Stack {
  url: string;
  /** The first admin (D12); empty where a production start has none. */
  adminEmail: string;
  adminPassword: string;
  settings: StackSettings;
  parts: Parts;
  folder: DataFolder;
  /** Stops all in order, within 10 s: gateway, services, database. */
  stop: () => Promise<void>;
  /** Sends a service's process a signal, as an outsider would; it is started again when it dies of it. */
  kill: (service: ServiceName, signal?: NodeJS.Signals) => void;
  /** Takes a service down and keeps it down. */
  stopService: (service: ServiceName) => Promise<void>;
  /** Brings one back that was taken down, with other variables until its next stop where some are given; resolves when it is ready. */
  startService: (service: ServiceName, env?: NodeJS.ProcessEnv) => Promise<void>;
  /** The end of a service's log. */
  logs: (service: ServiceName) => string;
}

/** What takes back one step of the start; they run last step first. */
type Undo = () => Promise<void> | void;

// Together with the database's 2 s they end within 10 s; the gateway lets requests on their way end first.
const GATEWAY_GRACE_MS = 4000;
const SERVICE_GRACE_MS = 3500;

/** Starts the shop: parts by D32, build, database, services. Throws StartRefusal, with nothing left running. */
export async function startStack(options: StartOptions = {}): Promise<Stack> {
  const { reporter = quietReporter, signal } = options;
  const settings = readSettings(options);
  const folder = openDataFolder(settings.dataDir);
  refuseImpossibleBuild();
  const undo: Undo[] = [];
  const stop = once(async () => {
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        reporter.problem(`While stopping: ${reasonOf(error)}`); // the steps after it still have to be taken
      }
    }
  });
  try {
    const lock = await takeLock(folder, settings.port, { reporter, signal });
    undo.push(() => lock.release());
    await endOrphans(folder, { reporter, signal });
    const publicPort = await claimPublicPort(settings.host, settings.port);
    const front = options.front?.(folder);
    if (front) undo.push(() => front.close());
    const parts = await chooseParts(settings.env, settings.embedded, { rabbitmqAnswers, redisAnswers });
    await refuseSilentServers(parts);
    const databases = await startDatabases({ parts, folder, reporter, undo, signal });
    if (options.disposable) undo.unshift(() => discardFolder(folder));
    const wiring = await wire({
      settings,
      folder,
      parts,
      databases,
      publicPort,
      front,
      disposable: options.disposable,
    });
    if (options.disposable) undo.push(() => discardQueues(wiring));
    await buildWhatChanged({
      logFolder: folder.logs,
      reporter,
      withWebApps: !wiring.settings.env.WEB_SHELL_DIR,
      signal,
    });
    signal?.throwIfAborted();
    const services = await startServices(wiring, folder, reporter, undo, signal);
    await front?.open({ host: settings.host, port: publicPort }, wiring.ports.gateway);
    undo.push(() => lock.tellStopping());
    return describe(wiring, folder, services, stop);
  } catch (error) {
    await stop();
    throw signal?.aborted ? new StartRefusal('The start was given up.') : error;
  }
}

interface Surroundings {
  parts: Parts;
  folder: DataFolder;
  reporter: Reporter;
  undo: Undo[];
  signal?: AbortSignal;
}

/** The databases on the server that was given, else on a PostgreSQL of the shop's own. */
async function startDatabases({ parts, folder, reporter, undo, signal }: Surroundings): Promise<Wiring['databases']> {
  const { url, from, choice } = parts.database;
  signal?.throwIfAborted();
  if (url)
    return during(reporter, `Opening the databases: ${choice}`, () => openDatabases(url, { from, signal }), 'ready');
  const start = async (tell: (progress: string) => void): Promise<Wiring['databases']> => {
    const postgres = await keepEmbeddedPostgres({
      folder: folder.postgres,
      logFolder: folder.logs,
      signal,
      tell,
      onProblem: (sentence) => reporter.problem(sentence),
    });
    undo.push(() => postgres.stop());
    tell('making the databases that are missing');
    return openDatabases(postgres.url, { from, signal });
  };
  return during(reporter, 'Starting PostgreSQL', start, 'ready');
}

interface Ingredients {
  settings: StackSettings;
  folder: DataFolder;
  parts: Parts;
  databases: Wiring['databases'];
  publicPort: number;
  front: Front | undefined;
  disposable?: boolean;
}

async function wire({
  settings,
  folder,
  parts,
  databases,
  publicPort,
  front,
  disposable,
}: Ingredients): Promise<Wiring> {
  const internal = await freePorts(SERVICES.length);
  const ports = Object.fromEntries(
    SERVICES.map((name, index) => [name, name === 'gateway' && !front ? publicPort : internal[index]]),
  ) as Record<ServiceName, number>;
  const eventsOwner =
    settings.env.EVENTS_NAMESPACE || (parts.database.url ? 'shop' : eventsNamespace(folder, { disposable }));
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(settings.host);
  const url = `http://${isLocal ? 'localhost' : settings.host}:${publicPort}`;
  const behind = front ? { ...settings, host: '127.0.0.1', env: { ...settings.env, ...front.env } } : settings;
  return {
    settings: behind,
    parts,
    ports,
    databases,
    eventsNamespace: eventsOwner,
    keys: identityKeys(folder),
    secrets: { orderLink: secretOf(folder, 'order-link'), printFile: secretOf(folder, 'print-file') },
    url,
  };
}

async function startServices(
  wiring: Wiring,
  folder: DataFolder,
  reporter: Reporter,
  undo: Undo[],
  signal?: AbortSignal,
): Promise<Record<ServiceName, SupervisedService>> {
  const record = recordOfRun(wiring);
  const services = Object.fromEntries(
    SERVICES.map((name) => [name, superviseService(name, wiring, folder, reporter, record)]),
  ) as Record<ServiceName, SupervisedService>;
  const { gateway, ...behind } = services;
  undo.push(() => removeRunRecord(folder));
  undo.push(
    async () => void (await Promise.all(Object.values(behind).map((service) => service.stop(SERVICE_GRACE_MS)))),
  );
  undo.push(() => gateway.stop(GATEWAY_GRACE_MS));
  const waiting = new Set<string>(SERVICES);
  const end = reporter.step(`Starting ${SERVICES.length} services`, () => `waiting for ${[...waiting].join(', ')}`);
  const abort = (): void => void Promise.all(Object.values(services).map((service) => service.stop(SERVICE_GRACE_MS)));
  signal?.addEventListener('abort', abort, { once: true });
  await Promise.all(
    Object.values(services).map((service) => service.start().then(() => waiting.delete(service.name))),
  ).finally(() => {
    signal?.removeEventListener('abort', abort);
    end(waiting.size === 0 ? 'all ready' : 'not all started');
  });
  return services;
}

function superviseService(
  name: ServiceName,
  wiring: Wiring,
  folder: DataFolder,
  reporter: Reporter,
  record: RunRecord,
): SupervisedService {
  return new SupervisedService({
    name,
    folder: serviceFolder(name),
    url: internalUrl(name, wiring),
    env: environmentOf(name, wiring),
    logFile: rotateLog(folder.logs, name),
    onStart: (_, process) => {
      record.processes[name] = { ...process, port: wiring.ports[name] };
      writeRunRecord(folder, record);
    },
    onDeath: (_, how, problem, restartInMs) =>
      reporter.problem(
        `${name} died (${how}) and is started again in ${restartInMs / 1000} s. Its last words: ${problem}`,
      ),
  });
}

function recordOfRun(wiring: Wiring): RunRecord {
  const { parts, databases } = wiring;
  const transport = parts.events.url ? 'rabbitmq' : 'postgres';
  return {
    runner: recordOf(process.pid),
    url: wiring.url,
    dataDir: wiring.settings.dataDir,
    databases,
    events: { transport, url: parts.events.url ?? databases.events, namespace: wiring.eventsNamespace },
    processes: {},
  };
}

function describe(
  wiring: Wiring,
  folder: DataFolder,
  services: Record<ServiceName, SupervisedService>,
  stop: () => Promise<void>,
): Stack {
  const admin = adminSignIn(wiring.settings.env);
  return {
    url: wiring.url,
    adminEmail: admin?.email ?? '',
    adminPassword: admin?.password ?? '',
    settings: wiring.settings,
    parts: wiring.parts,
    folder,
    stop,
    kill: (name, signal = 'SIGKILL') => services[name].kill(signal),
    stopService: (name) => services[name].stop(SERVICE_GRACE_MS),
    startService: (name, env) => services[name].start(env),
    logs: (name) => readEnd(`${folder.logs}/${name}.log`, 1024 * 1024),
  };
}

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= act());
}
