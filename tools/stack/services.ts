import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyPair } from './data-folder.ts';
import type { DatabaseName } from './databases.ts';
import type { Parts } from './parts.ts';
import { COMPILE_CACHE, PROJECT_ROOT, type StackSettings } from './settings.ts';

export const SERVICES = ['identity-svc', 'catalog-svc', 'art-svc', 'order-svc', 'support-svc', 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Every web app there is; all but the shell are remotes, served under their names. */
export const WEB_APPS = readdirSync(join(PROJECT_ROOT, 'apps'))
  .filter((name) => name.endsWith('-web'))
  .sort();

/** Variables by which the gateway serves the web apps built into these folders. */
export function webEnvironment(folderOf: (app: string) => string): { WEB_SHELL_DIR: string; WEB_REMOTES: string } {
  const remotes = WEB_APPS.filter((app) => app !== 'shell-web').map(
    (app) => [app.replace(/-web$/, ''), folderOf(app)] as const,
  );
  return { WEB_SHELL_DIR: folderOf('shell-web'), WEB_REMOTES: JSON.stringify(Object.fromEntries(remotes)) };
}

export const DATABASE_OF: Record<Exclude<ServiceName, 'gateway'>, DatabaseName> = {
  'identity-svc': 'identity',
  'catalog-svc': 'catalog',
  'art-svc': 'art',
  'order-svc': 'orders',
  'support-svc': 'support',
};

/** Kept in the data folder; what the environment gives comes first. */
export interface Secrets {
  /** Signs the links to an order in its letters. */
  orderLink: string;
  /** Signs the addresses under which a printer fetches print files. */
  printFile: string;
}

/** All that the services' variables are made of. */
export interface Wiring {
  settings: StackSettings;
  parts: Parts;
  /** The port of each service; the gateway's is the public one. */
  ports: Record<ServiceName, number>;
  databases: Record<DatabaseName, string>;
  eventsNamespace: string;
  keys: KeyPair;
  secrets: Secrets;
  url: string;
}

export const serviceFolder = (name: ServiceName): string => join(PROJECT_ROOT, 'apps', name);

/** The variables a service sees beside the runner's own. Undefined takes one away: a service never sees another's database or key. */
export function environmentOf(name: ServiceName, wiring: Wiring): NodeJS.ProcessEnv {
  const { settings, parts, ports } = wiring;
  const usesRabbitmq = parts.events.url !== undefined;
  const shared: NodeJS.ProcessEnv = {
    ...settings.env,
    NODE_COMPILE_CACHE: settings.env.NODE_COMPILE_CACHE || COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
    DATA_DIR: settings.dataDir,
    DATABASE_URL: undefined,
    RABBITMQ_URL: parts.events.url,
    EVENTS_DATABASE_URL: usesRabbitmq ? undefined : wiring.databases.events,
    EVENTS_NAMESPACE: wiring.eventsNamespace,
    REDIS_URL: parts.cache.url,
    SITE_URL: settings.env.SITE_URL || wiring.url,
    IDENTITY_PUBLIC_KEY: wiring.keys.publicPem,
    IDENTITY_PRIVATE_KEY: undefined,
    SMTP_URL: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
    OPENAI_API_KEY: undefined,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    ORDER_LINK_SECRET: undefined,
    PRINT_FILE_SECRET: undefined,
    PRINTFUL_API_KEY: undefined,
    PRINTFUL_WEBHOOK_SECRET: undefined,
  };
  if (name === 'gateway') return { ...shared, ...gatewayEnvironment(wiring) };
  return {
    ...shared,
    DATABASE_URL: wiring.databases[DATABASE_OF[name]],
    ...(name === 'identity-svc' ? { IDENTITY_PRIVATE_KEY: wiring.keys.privatePem } : {}),
    ...(name === 'support-svc' ? supportEnvironment(wiring) : {}),
    ...(name === 'art-svc' ? artEnvironment(wiring) : {}),
    ...(name === 'order-svc' ? orderEnvironment(wiring) : {}),
  };
}

function artEnvironment(wiring: Wiring): NodeJS.ProcessEnv {
  const { S3_SECRET_ACCESS_KEY, OPENAI_API_KEY } = wiring.settings.env;
  const PRINT_FILE_SECRET = wiring.settings.env.PRINT_FILE_SECRET || wiring.secrets.printFile;
  return { CATALOG_URL: internalUrl('catalog-svc', wiring), S3_SECRET_ACCESS_KEY, OPENAI_API_KEY, PRINT_FILE_SECRET };
}

function orderEnvironment({ settings, secrets }: Wiring): NodeJS.ProcessEnv {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, PRINTFUL_API_KEY, PRINTFUL_WEBHOOK_SECRET } = settings.env;
  return {
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    PRINTFUL_API_KEY,
    PRINTFUL_WEBHOOK_SECRET,
    ORDER_LINK_SECRET: settings.env.ORDER_LINK_SECRET || secrets.orderLink,
    PRINT_FILE_SECRET: settings.env.PRINT_FILE_SECRET || secrets.printFile,
  };
}

/** Letters lead to where the shop is opened. */
function supportEnvironment({ settings, parts, url }: Wiring): NodeJS.ProcessEnv {
  return { SMTP_URL: parts.mail.url, PUBLIC_ORIGIN: settings.env.PUBLIC_ORIGIN || settings.env.SITE_URL || url };
}

function gatewayEnvironment({ settings, ports }: Wiring): NodeJS.ProcessEnv {
  const at = (name: ServiceName): string => `http://127.0.0.1:${ports[name]}`;
  const built = webEnvironment((app) => join(PROJECT_ROOT, 'apps', app, 'dist'));
  return {
    HOST: settings.host,
    IDENTITY_URL: at('identity-svc'),
    CATALOG_URL: at('catalog-svc'),
    ART_URL: at('art-svc'),
    ORDER_URL: at('order-svc'),
    SUPPORT_URL: at('support-svc'),
    WEB_SHELL_DIR: settings.env.WEB_SHELL_DIR || built.WEB_SHELL_DIR,
    WEB_REMOTES: settings.env.WEB_REMOTES || built.WEB_REMOTES,
  };
}

/** Where the runner itself reaches a service. */
export function internalUrl(name: ServiceName, { settings, ports }: Pick<Wiring, 'settings' | 'ports'>): string {
  const everywhere = ['127.0.0.1', '0.0.0.0', '::', 'localhost'].includes(settings.host);
  const host =
    name !== 'gateway' || everywhere ? '127.0.0.1' : settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return `http://${host}:${ports[name]}`;
}

/** The first admin of a development start (D12); a production start has none but the one it is given. */
export function adminSignIn(env: NodeJS.ProcessEnv): { email: string; password: string; given: boolean } | undefined {
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD)
    return { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, given: true };
  if (env.NODE_ENV === 'production') return undefined;
  return { email: 'admin@example.com', password: 'petart-admin', given: false };
}
