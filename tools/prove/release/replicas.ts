import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, freePorts } from '../../dev/stack/ports.ts';
import { chooseParts } from '../../dev/stack/parts.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { probes } from '../../dev/stack/probes.ts';
import {
  createEnvironment,
  getWebReleases,
  SERVICES,
  type ServiceName,
  type Wiring,
} from '../../dev/stack/services.ts';
import { SupervisedProcess } from '../../dev/stack/supervised-process.ts';
import { openDataFolder, readSecrets } from '../../ops/shop/data-folder.ts';
import { openDatabases } from '../../ops/shop/databases.ts';
import { PROJECT_ROOT, readSettings } from '../../ops/shop/settings.ts';
import { Balancer } from './balancer.ts';
import { listWebBuilds, releaseWebBuilds } from '../../dev/stack/web-releases.ts';

export type App = (typeof SERVICES)[number];

export interface Replica {
  url: string;
  root: string;
  process: SupervisedProcess;
}

export interface ShopOptions {
  /** Of each app, at first. Default 2. */
  replicas?: number;
  /** Further variables of all apps. */
  env?: NodeJS.ProcessEnv;
}

export const REPLICAS = 2;
/** Longer than a balancer needs to notice. */
export const SHUTDOWN_DELAY_MS = 5_000;
/** Shorter than an upload of the proof, so that some are refused. */
const DRAIN_MS = 8_000;
const CLOSE_MS = 10_000;

/** Only versions that have this file refuse an upload at a stop with 503 and `Retry-After`. */
const ANSWERS_AT_STOP = 'libs/service-kit/src/http/refused-body.ts';

/** How soon a client notices that its upload was cut. */
const NOTICE_MS = 1_000;

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../../dev/stack/stop-with-runner.mjs')).href;

/** A shop with replicas of each app behind balancers, whose addresses the apps know. */
export class ReplicatedShop {
  private readonly balancers = new Map<App, Balancer>();
  private readonly replicas = new Map<App, Replica[]>();
  private readonly workers = new Set<Replica>();
  private readonly sandbox: SupervisedProcess;
  private started = 0;
  /** Replicas that are being ended and were built before uploads got their answer at a stop. */
  private endingEarlier = 0;

  private constructor(
    readonly wiring: Wiring,
    private readonly logFolder: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly stopPostgres: () => Promise<void>,
  ) {
    for (const app of SERVICES) {
      this.balancers.set(app, new Balancer(wiring.ports[app], app === 'gateway' ? '/readyz/gateway' : '/readyz'));
      this.replicas.set(app, []);
    }
    this.sandbox = this.createProcess('sandbox', PROJECT_ROOT, wiring.ports.sandbox, {});
  }

  /** `rootOf`: the checkout whose build each app runs at first. */
  static async start(
    dataDir: string,
    rootOf: (app: App) => string,
    { replicas = REPLICAS, env: more = {} }: ShopOptions = {},
  ): Promise<ReplicatedShop> {
    const env: NodeJS.ProcessEnv = {
      RATE_LIMIT_ENABLED: 'false',
      CHANGE_WINDOW_MINUTES: '0',
      SANDBOX_PRINTER_SPEED: '86400',
      DATABASE_POOL: '4',
      SERVICE_IDLE_MS: '3000',
      DRAIN_MS: String(DRAIN_MS),
      SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
      ...more,
    };
    const settings = readSettings({ dataDir, port: await freePort(), embedded: true, env });
    const folder = openDataFolder(dataDir);
    const postgres = await startPostgres({ folder: folder.postgres, logFolder: folder.logs });
    const wiring: Wiring = {
      settings,
      parts: await chooseParts(settings.env, true, probes),
      ports: { ...(await freePorts(['sandbox', ...SERVICES])), gateway: settings.port },
      databases: await openDatabases(postgres.url, true),
      secrets: readSecrets(folder),
      eventsNamespace: 'shop',
      url: `http://127.0.0.1:${settings.port}`,
      disposable: true,
    };
    const shop = new ReplicatedShop(wiring, folder.logs, env, postgres.stop);
    await releaseWebBuilds(getWebReleases(settings), listWebBuilds());
    await shop.sandbox.start();
    for (let count = 0; count < replicas; count += 1)
      await Promise.all(SERVICES.map((app) => shop.add(app, rootOf(app))));
    return shop;
  }

  /** One more replica. Resolves when it gets connections, and rejects if it dies before. */
  async add(app: App, root: string, env: NodeJS.ProcessEnv = {}): Promise<Replica> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const replica = { url, root, process: this.createProcess(app, root, port, env) };
    this.balancers.get(app)?.add(url);
    try {
      await replica.process.start();
      this.replicas.get(app)?.push(replica);
      return replica;
    } catch (error) {
      this.balancers.get(app)?.remove(url);
      throw error;
    }
  }

  /** A process with ROLE=worker, which no balancer knows. */
  async addWorker(app: App, env: NodeJS.ProcessEnv = {}): Promise<Replica> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const isReady = (): Promise<boolean> => isUp(url);
    const process = this.createProcess(app, PROJECT_ROOT, port, { ...env, ROLE: 'worker' }, isReady);
    const worker = { url, root: PROJECT_ROOT, process };
    await process.start();
    this.workers.add(worker);
    return worker;
  }

  /** SIGTERM; it may finish its jobs. */
  async endWorker(worker: Replica): Promise<void> {
    await worker.process.stop(this.stopMs);
    this.workers.delete(worker);
  }

  listReplicas(app: App): readonly Replica[] {
    return this.replicas.get(app) ?? [];
  }

  private get stopMs(): number {
    return Number(this.env.SHUTDOWN_DELAY_MS) + Number(this.env.DRAIN_MS) + CLOSE_MS;
  }

  /** Ends the oldest replica, as an orchestrator does: SIGTERM, and its address is removed when it has ended. */
  async endOldest(app: App): Promise<void> {
    const replica = this.replicas.get(app)?.shift();
    if (!replica) return;
    const isEarlier = !existsSync(join(replica.root, ANSWERS_AT_STOP));
    if (isEarlier) this.endingEarlier += 1;
    await replica.process.stop(this.stopMs);
    if (isEarlier) setTimeout(() => (this.endingEarlier -= 1), NOTICE_MS);
    this.balancers.get(app)?.remove(replica.url);
  }

  /** Whether an upload may be cut now: the version that ends has no answer for it, which no later version can change. */
  get mayCutUploads(): boolean {
    return this.endingEarlier > 0;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.workers].map(({ process: each }) => each.stop(2_000)));
    for (const app of [...SERVICES].reverse())
      await Promise.all((this.replicas.get(app) ?? []).map(({ process: each }) => each.stop(2_000)));
    await this.sandbox.stop(2_000);
    for (const balancer of this.balancers.values()) balancer.close();
    await this.stopPostgres();
  }

  private createProcess(
    name: ServiceName,
    root: string,
    port: number,
    env: NodeJS.ProcessEnv,
    isReady?: () => Promise<boolean>,
  ): SupervisedProcess {
    const url = `http://127.0.0.1:${port}`;
    this.started += 1;
    return new SupervisedProcess({
      name,
      args: ['--enable-source-maps', '--import', PRELOAD, 'dist/main.js'],
      cwd: join(root, 'apps', name),
      env: { ...createEnvironment(name, this.wiring), ...this.env, PORT: String(port), HOST: '127.0.0.1', ...env },
      logFile: join(this.logFolder, `${name}-${this.started}.log`),
      isReady:
        isReady ??
        (() => (name === 'sandbox' ? isUp(url) : Promise.resolve(this.balancers.get(name)?.isReady(url) ?? false))),
    });
  }
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
