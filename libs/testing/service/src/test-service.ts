import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, NestFactory, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IDENTITY_HEADER, type IdentityClaims, type ServiceName } from '@shop/contracts-common';
import type { Operation } from '@shop/contracts-common/docs';
import { isArchiveRoute, type Route, type ServiceName as RouteOwner } from '@shop/contracts-common/routes';
import {
  createDataSource,
  migrate,
  startService,
  ACCESS_METADATA,
  PERMISSION_METADATA,
  type MigrationClass,
  type ServiceConfig,
} from '@shop/service-kit';
import type { TestDatabase, TestSchema } from '@shop/testing-database';
import { signIdentityToken, testIdentityKeys } from './identity.js';
import { TEST_RETRY_DELAYS_MS, type TestTransport } from './transports.js';

export interface CallOptions {
  /** Identity of the caller. Default: anonymous. */
  as?: IdentityClaims;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  json<T = unknown>(): T;
}

export interface TestService {
  url: string;
  app: NestFastifyApplication;
  get<T>(token: Type<T> | (abstract new (...args: never[]) => T) | string | symbol): T;
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** EMAIL_SECRET of services under test. */
export const TEST_EMAIL_SECRET = 'the secret of emails';

/** Configuration of a service under test, parsed by its own `readConfig`. */
export function testConfig<Config>(
  readConfig: (env: NodeJS.ProcessEnv) => Config,
  options: { database: TestDatabase; transport: TestTransport; env?: Record<string, string> },
): Config {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: options.database.poolUrl,
    DATABASE_SESSION_URL: options.database.url,
    DATABASE_POOL: '6',
    IDENTITY_PUBLIC_KEY: testIdentityKeys.publicPem,
    EMAIL_SECRET: TEST_EMAIL_SECRET,
    SECOND_FACTOR_SECRET: 'the secret of second factors',
    LOG_LEVEL: 'silent',
    // Not the default: the data folder of a local shop contains its emails.
    DATA_DIR: join(tmpdir(), 'shop-tests'),
    SCHEDULES_ENABLED: 'false',
    EVENTS_RETRY_DELAYS_MS: TEST_RETRY_DELAYS_MS.join(','),
    ...options.transport.env,
    ...options.env,
  };
  return readConfig(env);
}

const failIfCalled = (): never => {
  throw new Error('A service with unconnectedTestConfig cannot be started.');
};

/** Configuration for a service whose modules are only scanned (`compareHandlers`). Nothing connects to its addresses. */
export const unconnectedTestConfig = <Config>(readConfig: (env: NodeJS.ProcessEnv) => Config): Config => {
  const url = 'postgresql://127.0.0.1:1/none';
  const database: TestDatabase = { url, poolUrl: url, drop: failIfCalled, query: failIfCalled };
  const transport: TestTransport = {
    name: 'postgres',
    env: { EVENTS_DATABASE_URL: database.url, IDENTITY_PRIVATE_KEY: testIdentityKeys.privatePem },
    open: failIfCalled,
    close: failIfCalled,
  };
  return testConfig(readConfig, { database, transport });
};

/** The schema of a service after its migrations, without rows. */
export const migratedSchema = (service: ServiceName, migrations: MigrationClass[]): TestSchema => ({
  name: service.replace('-', '_'),
  create: async (url) => {
    const config = { DATABASE_URL: url, DATABASE_POOL: 2 } as ServiceConfig;
    const dataSource = await createDataSource({ service, config, entities: [], migrations }).initialize();
    try {
      await migrate(dataSource);
    } finally {
      await dataSource.destroy();
    }
  },
});

function toRequestBody(body: unknown): { body?: RequestInit['body']; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array)
    return { body: body as RequestInit['body'], headers: {} };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Starts the real service on a free port. */
export async function startTestService(module: DynamicModule): Promise<TestService> {
  const app = await startService(module);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    url,
    app,
    get: (token) => app.get(token as Type, { strict: false }),
    stop: () => app.close(),
    call: async (method, path, options = {}) => {
      const { body, headers } = toRequestBody(options.body);
      const identity = options.as ? { [IDENTITY_HEADER]: await signIdentityToken(options.as) } : {};
      const response = await fetch(new URL(path, url), {
        method,
        body,
        redirect: 'manual',
        headers: { ...headers, ...identity, ...options.headers },
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: <T>() => JSON.parse(text) as T };
    },
  };
}

/** Headers by which calls are repeated, and changes refused. */
const CALL_HEADERS = ['idempotency-key', 'if-match'];

const describeHeaders = (names: readonly string[]): string =>
  CALL_HEADERS.filter((header) => names.some((name) => name.toLowerCase() === header))
    .map((header) => ` ${header}`)
    .join('');

const describeAccess = (access: string | undefined, permission: string | undefined): string =>
  permission === undefined ? String(access) : `${access} may ${permission}`;

/** The headers that a handler has as parameters. */
function listHeaders(controller: object, handler: string): string[] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as
    Record<string, { data?: unknown }> | undefined;
  return Object.values(parameters ?? {}).flatMap(({ data }) => (typeof data === 'string' ? data : []));
}

/**
 * Lists the HTTP handlers of a service as `GET /api/products public`, with the permission that one needs. Nest only scans the modules (`preview`).
 */
async function listHandlers(module: DynamicModule): Promise<string[]> {
  const app = await NestFactory.createApplicationContext(module, { preview: true, logger: false });
  const [methods, reflector] = [new MetadataScanner(), new Reflector()];
  return [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()].map(({ metatype }) => metatype as new () => object))
    .flatMap((controller) =>
      methods.getAllMethodNames(controller.prototype as object).flatMap((name) => {
        const handler = (controller.prototype as Record<string, () => unknown>)[name] as () => unknown;
        const method = reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (method === undefined) return [];
        const access = reflector.getAllAndOverride<string | undefined>(ACCESS_METADATA, [handler, controller]);
        const permission = reflector.get<string | undefined>(PERMISSION_METADATA, handler);
        const path = [controller, handler].map((target) => reflector.get<string>(PATH_METADATA, target)).join('/');
        const call = `${RequestMethod[method]} ${path.replaceAll(/\/+/g, '/').replace(/^(?!\/)/, '/')} ${describeAccess(access, permission)}`;
        return call.replace(/\/ /, ' ') + describeHeaders(listHeaders(controller, name));
      }),
    );
}

const isInternal = (handler: string): boolean =>
  / \/(internal\/.*|metrics|healthz(\/parts)?|readyz) internal$/.test(handler);

/** What a service serves: its routes in the contract, and their documentation. */
export interface ServedContract {
  routes: Readonly<Record<string, Route>>;
  operations: readonly Operation[];
}

const listDocumentedHeaders = ({ method, path }: Route, operations: readonly Operation[]): string[] =>
  Object.keys(operations.find((operation) => operation.method === method && operation.path === path)?.headers ?? {});

/**
 * Lists the handlers of a service that are reachable from outside or lack an access level, and the handlers that its
 * routes in the contract demand; both sorted, with the headers by which calls are repeated, and changes refused.
 */
export async function compareHandlers(
  service: RouteOwner,
  module: DynamicModule,
  contract: ServedContract,
): Promise<{ handlers: string[]; routes: string[] }> {
  const handlers = (await listHandlers(module)).filter((handler) => !isInternal(handler));
  const routes = Object.values(contract.routes).flatMap((route) => {
    if (!isArchiveRoute(route))
      return route.service === service
        ? `${route.method} ${route.path} ${describeAccess(route.access, route.permission)}${describeHeaders(listDocumentedHeaders(route, contract.operations))}`
        : [];
    const { address, parts } = route.archive;
    return parts.some((part) => part.service === service) ? `GET ${address} ${route.access}` : [];
  });
  return { handlers: handlers.sort(), routes: routes.sort() };
}
