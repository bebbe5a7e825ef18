import { randomBytes } from 'node:crypto';
import { topology } from '@shop/contracts-all';
import { deleteNamespace, listQueueBindings } from '@shop/messaging/transport';
import { chooseParts } from '../../dev/stack/parts.ts';
import { freePort, freePorts } from '../../dev/stack/ports.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { probes } from '../../dev/stack/probes.ts';
import { createEnvironment, SERVICES, type ServiceName, type Wiring } from '../../dev/stack/services.ts';
import { openDataFolder, readSecrets } from '../../ops/shop/data-folder.ts';
import { openDatabases } from '../../ops/shop/databases.ts';
import { readSettings } from '../../ops/shop/settings.ts';

/** Of requests under way; there are none. */
const DRAIN_MS = 2_000;
/** What an app takes at most for its jobs, events and the database. */
const CLOSE_MS = { gateway: 4_000, service: 8_000 };

export const getStopLimitMs = (app: ServiceName): number =>
  DRAIN_MS + (app === 'gateway' ? CLOSE_MS.gateway : CLOSE_MS.service);

/** What the containers of a shop connect to: a PostgreSQL of their own, and RabbitMQ and Redis if they answer on this machine. */
export class Servers {
  private constructor(
    readonly wiring: Wiring,
    private readonly stopPostgres: () => Promise<void>,
  ) {}

  static async start(dataDir: string): Promise<Servers> {
    const env = {
      NODE_ENV: 'production',
      ALLOW_SANDBOX_PAYMENTS: 'true',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
      DRAIN_MS: String(DRAIN_MS),
    };
    // Nothing of this process's environment: a container does not have it.
    const settings = readSettings({ dataDir, port: await freePort(), env }, {});
    const folder = openDataFolder(dataDir);
    const parts = await chooseParts(env, false, probes);
    const postgres = await startPostgres({ folder: folder.postgres, logFolder: folder.logs });
    const wiring: Wiring = {
      settings: { ...settings, dataDir: '/data' },
      parts,
      ports: { ...(await freePorts(['sandbox', ...SERVICES])), gateway: settings.port },
      databases: await openDatabases(postgres.url, true),
      secrets: readSecrets(folder),
      eventsNamespace: `images-${randomBytes(4).toString('hex')}`,
      url: `http://127.0.0.1:${settings.port}`,
    };
    return new Servers(wiring, postgres.stop);
  }

  describe(): string {
    const { events, cache } = this.wiring.parts;
    return `events: ${events.choice}; rate limits: ${cache.choice}`;
  }

  /** What a container of this app gets, besides the variables of its image. */
  createEnvironment(app: ServiceName): NodeJS.ProcessEnv {
    return { ...createEnvironment(app, this.wiring), NODE_COMPILE_CACHE: undefined };
  }

  async stop(): Promise<void> {
    await this.stopPostgres();
    const { parts, eventsNamespace: namespace } = this.wiring;
    if (parts.events.url) await deleteNamespace(parts.events.url, namespace, listQueueBindings(namespace, topology));
  }
}
