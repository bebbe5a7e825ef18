import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../../ops/shop/addresses.ts';
import type { readSecrets } from '../../ops/shop/data-folder.ts';
import type { DatabaseName } from '../../ops/shop/databases.ts';
import { DATABASE_BY_SERVICE } from '../../ops/shop/service-databases.ts';
import { usesSandbox, type Parts } from './parts.ts';
import { COMPILE_CACHE, PROJECT_ROOT, type StackSettings } from '../../ops/shop/settings.ts';

export const SERVICES = ['identity-svc', 'catalog-svc', 'art-svc', 'order-svc', 'support-svc', 'gateway'] as const;
/** The sandbox stands in for Stripe and Printful. */
export type ServiceName = (typeof SERVICES)[number] | 'sandbox';

/** The processes of a shop: its services, and the sandbox if it needs one and SANDBOX_URL names none. */
export const listProcesses = (parts: Parts, { SANDBOX_URL }: NodeJS.ProcessEnv): ServiceName[] =>
  usesSandbox(parts) && !SANDBOX_URL ? ['sandbox', ...SERVICES] : [...SERVICES];

export const WEB_APPS = readdirSync(join(PROJECT_ROOT, 'apps')).filter((name) => name.endsWith('-web'));

/** Variables that only the listed services get. */
const PRIVATE_VARIABLES: Record<string, ServiceName[]> = {
  IDENTITY_PRIVATE_KEY: ['identity-svc'],
  ADMIN_PASSWORD: ['identity-svc'],
  GATEWAY_PRIVATE_KEY: ['gateway'],
  SMTP_URL: ['support-svc'],
  S3_SECRET_ACCESS_KEY: ['art-svc', 'gateway'],
  OPENAI_API_KEY: ['art-svc'],
  PRINT_FILE_SECRET: ['art-svc', 'order-svc'],
  ORDER_LINK_SECRET: ['order-svc'],
  EMAIL_SECRET: ['identity-svc', 'art-svc', 'order-svc', 'support-svc'],
  SECOND_FACTOR_SECRET: ['identity-svc'],
  STRIPE_SECRET_KEY: ['order-svc'],
  STRIPE_WEBHOOK_SECRET: ['order-svc'],
  PRINTFUL_API_KEY: ['order-svc'],
  PRINTFUL_WEBHOOK_SECRET: ['order-svc'],
  SANDBOX_WEBHOOK_SECRET: ['order-svc', 'sandbox'],
};

/** Input for the environments of the services. */
export interface Wiring {
  settings: StackSettings;
  parts: Parts;
  ports: Record<ServiceName, number>;
  databases: Record<DatabaseName, string>;
  /** Stored in the data folder. */
  secrets: ReturnType<typeof readSecrets>;
  eventsNamespace: string;
  /** The public address. */
  url: string;
  disposable?: boolean;
}

export function createEnvironment(name: ServiceName, wiring: Wiring): NodeJS.ProcessEnv {
  const { settings, parts, ports, databases, secrets, url } = wiring;
  const { env } = settings;
  const admin = getAdminCredentials(env, secrets.adminPassword);
  const addresses: NodeJS.ProcessEnv = {};
  for (const service of SERVICES)
    addresses[`${service.replace('-svc', '').toUpperCase()}_URL`] = getAddress(service, ports);
  const variables: NodeJS.ProcessEnv = {
    ...env,
    ...addresses,
    HOST: name === 'gateway' ? settings.host : '127.0.0.1',
    PORT: String(ports[name]),
    DATA_DIR: settings.dataDir,
    DATABASE_URL: getDatabaseUrl(name, databases),
    DATABASE_SESSION_URL:
      name === 'gateway' || name === 'sandbox' ? undefined : getSessionUrl(DATABASE_BY_SERVICE[name], env),
    DATABASE_FOLDER: parts.database.from === 'embedded' ? settings.dataDir : undefined,
    RABBITMQ_URL: parts.events.url,
    EVENTS_DATABASE_URL: parts.events.url ? undefined : (getSessionUrl('events', env) ?? databases.events),
    EVENTS_NAMESPACE: wiring.eventsNamespace,
    EVENTS_QUEUE_EXPIRES_MS: getQueueExpiry(wiring),
    REDIS_URL: parts.cache.url,
    DRAIN_MS: env.DRAIN_MS || '2000', // a stop takes at most 12 s
    SITE_URL: env.SITE_URL || url,
    PUBLIC_ORIGIN: env.PUBLIC_ORIGIN || env.SITE_URL || url,
    IDENTITY_PUBLIC_KEY: secrets.identityKeys.publicPem,
    IDENTITY_PRIVATE_KEY: secrets.identityKeys.privatePem,
    ADMIN_EMAIL: admin?.email ?? env.ADMIN_EMAIL,
    ADMIN_PASSWORD: admin?.password ?? env.ADMIN_PASSWORD,
    GATEWAY_PUBLIC_KEY: secrets.gatewayKeys.publicPem,
    GATEWAY_PRIVATE_KEY: secrets.gatewayKeys.privatePem,
    ORDER_LINK_SECRET: env.ORDER_LINK_SECRET || secrets.orderLink,
    PRINT_FILE_SECRET: env.PRINT_FILE_SECRET || secrets.printFile,
    EMAIL_SECRET: env.EMAIL_SECRET || secrets.email,
    SECOND_FACTOR_SECRET: env.SECOND_FACTOR_SECRET || secrets.secondFactor,
    WEB_RELEASES: env.WEB_RELEASES || getWebReleases(settings),
    WEB_APPS: env.WEB_APPS || WEB_APPS.map((app) => app.replace(/-web$/, '')).join(','),
    ...createFormerWebVariables(),
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || COMPILE_CACHE,
    ...getSandboxVariables(name, wiring),
  };
  for (const [variable, services] of Object.entries(PRIVATE_VARIABLES))
    if (!services.includes(name)) delete variables[variable];
  // The key of the pictures.
  if (name === 'gateway' && !variables.WEB_RELEASES?.startsWith('s3:')) delete variables.S3_SECRET_ACCESS_KEY;
  return variables;
}

function getDatabaseUrl(name: ServiceName, databases: Wiring['databases']): string | undefined {
  if (name === 'gateway') return undefined;
  return databases[name === 'sandbox' ? 'sandbox' : DATABASE_BY_SERVICE[name]];
}

/** Both addresses of the environment are those of servers. */
const getSessionUrl = (database: DatabaseName, env: NodeJS.ProcessEnv): string | undefined =>
  env.DATABASE_URL && env.DATABASE_SESSION_URL ? withDatabase(env.DATABASE_SESSION_URL, database) : undefined;

/** The sandbox sends webhooks to order-svc directly, as the gateway would forward them. */
function getSandboxVariables(
  name: ServiceName,
  { settings: { env }, parts, ports, secrets }: Wiring,
): NodeJS.ProcessEnv {
  const webhooks = `${getAddress('order-svc', ports)}/api/webhooks`;
  return {
    SANDBOX_URL: usesSandbox(parts) ? env.SANDBOX_URL || getAddress('sandbox', ports) : undefined,
    SANDBOX_WEBHOOK_SECRET: env.SANDBOX_WEBHOOK_SECRET || secrets.sandboxWebhook,
    ...(name === 'sandbox' && {
      STRIPE_WEBHOOK_URL: `${webhooks}/stripe`,
      PRINTFUL_WEBHOOK_URL: `${webhooks}/printful/${env.PRINTFUL_WEBHOOK_SECRET || 'sandbox-printer'}`,
    }),
  };
}

/** The folder with the releases of the web apps, unless WEB_RELEASES names another place. */
export const getWebReleases = ({ dataDir }: StackSettings): string => join(dataDir, 'web-releases');

/** A gateway that was released before December 2026 reads the folders of the builds. `prove:previous-version` runs it until the next release. */
function createFormerWebVariables(): NodeJS.ProcessEnv {
  const getFolder = (app: string): string => join(PROJECT_ROOT, 'apps', app, 'dist');
  const remotes = WEB_APPS.filter((app) => app !== 'shell-web').map((app) => [
    app.replace(/-web$/, ''),
    getFolder(app),
  ]);
  return { WEB_SHELL_DIR: getFolder('shell-web'), WEB_REMOTES: JSON.stringify(Object.fromEntries(remotes)) };
}

/** RabbitMQ on this machine deletes unused queues of development after this time; a broker from the environment keeps them. */
function getQueueExpiry({ parts, settings, disposable }: Wiring): string | undefined {
  if (settings.env.NODE_ENV === 'production') return undefined;
  if (disposable) return '600000'; // 10 minutes
  return parts.events.from === 'this machine' ? '3600000' : settings.env.EVENTS_QUEUE_EXPIRES_MS; // an hour
}

/** Whether the queues belong to this data folder alone, in development, on the RabbitMQ of this machine. */
export const hasOwnQueues = ({ env }: StackSettings, { database, events }: Parts): boolean =>
  env.NODE_ENV !== 'production' && events.from === 'this machine' && !database.url && !env.EVENTS_NAMESPACE;

const getAddress = (name: ServiceName, ports: Wiring['ports']): string => `http://127.0.0.1:${ports[name]}`;

export function getReadinessUrl(name: ServiceName, { settings: { host }, ports }: Wiring): string {
  const isOwn = name === 'gateway' && !['0.0.0.0', '::', 'localhost'].includes(host);
  return isOwn
    ? `http://${host.includes(':') ? `[${host}]` : host}:${ports[name]}/readyz/gateway`
    : `${getAddress(name, ports)}/readyz${name === 'gateway' ? '/gateway' : ''}`;
}

export interface AdminCredentials {
  email: string;
  password: string;
}

/** The first admin. In production there is one only if the environment defines it; else `ownPassword` is of the data folder. */
export function getAdminCredentials(env: NodeJS.ProcessEnv, ownPassword: string): AdminCredentials | undefined {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (email && password) return { email, password };
  return env.NODE_ENV === 'production'
    ? undefined
    : { email: email || 'admin@example.com', password: password || ownPassword };
}
