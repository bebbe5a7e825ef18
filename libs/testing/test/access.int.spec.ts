/**
 * Who may call: every handler of every service, held against the level it declares. The gateway refuses first
 * (apps/gateway/test/access.int.spec.ts); here each service is reached past it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestMethod, type DynamicModule } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { AccessLevel, IdentityClaims } from '@shop/contracts/common';
import { ACCESS_METADATA } from '@shop/service-kit';
import {
  anyTransport,
  asAdmin,
  asGuest,
  asUser,
  createTestDatabase,
  startTestService,
  testConfig,
  testIdentityKeys,
  type TestDatabase,
  type TestService,
} from '../src/index.js';

const SERVICES = ['identity-svc', 'catalog-svc', 'art-svc', 'order-svc', 'support-svc'];
const CALLERS: Record<string, IdentityClaims | undefined> = {
  anonymous: undefined,
  guest: asGuest(),
  user: asUser(),
  admin: asAdmin(),
};
const REFUSED: Record<AccessLevel, Record<string, number>> = {
  public: {},
  internal: {},
  guest: { anonymous: 401 },
  session: { anonymous: 401 },
  user: { anonymous: 401, guest: 401 },
  admin: { anonymous: 401, guest: 401, user: 403 },
};
const SENTENCES: Record<number, string> = { 401: 'Not signed in', 403: 'Admin access required' };

interface Handler {
  method: string;
  path: string;
  level: AccessLevel;
}

const addressOf = (path: string): string => path.replace(/:[a-zA-Z]+/g, '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001');
const listOf = (value: unknown): string[] => [value ?? ''].flat().map(String);

/** As Nest itself knows them, so that none is missed that a pattern over the sources would not see. */
function handlersOf({ app }: TestService): Handler[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as new () => object),
  );
  return controllers.flatMap((controller) => {
    const methods = Object.getOwnPropertyNames(controller.prototype)
      .map((name) => (controller.prototype as Record<string, unknown>)[name])
      .filter((member) => typeof member === 'function');
    return methods.flatMap((handler) => {
      const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (verb === undefined) return [];
      const level = (Reflect.getMetadata(ACCESS_METADATA, handler) ??
        Reflect.getMetadata(ACCESS_METADATA, controller)) as AccessLevel;
      const prefixes = listOf(Reflect.getMetadata(PATH_METADATA, controller));
      const paths = listOf(Reflect.getMetadata(PATH_METADATA, handler));
      return prefixes.flatMap((prefix) =>
        paths.map((path) => ({
          method: RequestMethod[verb],
          path: `/${prefix}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1'),
          level,
        })),
      );
    });
  });
}

/** Loaded by path: libraries know the apps as files, not as packages. */
async function start(
  name: string,
  database: TestDatabase,
  env: Record<string, string>,
  transport = anyTransport(),
): Promise<TestService> {
  const source = join(import.meta.dirname, '../../../apps', name, 'src');
  const { AppModule } = (await import(join(source, 'app.module.ts'))) as {
    AppModule: { with(config: unknown): DynamicModule };
  };
  const { readConfig } = (await import(join(source, 'config.ts'))) as {
    readConfig: (env: NodeJS.ProcessEnv) => unknown;
  };
  return startTestService(AppModule.with(testConfig(readConfig, { database, transport, env })));
}

describe.each(SERVICES)('%s', (name) => {
  const transport = anyTransport();
  let folder: string;
  let database: TestDatabase;
  let service: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'access-'));
    await transport.open();
    database = await createTestDatabase();
    service = await start(
      name,
      database,
      { DATA_DIR: folder, SEED: 'none', IDENTITY_PRIVATE_KEY: testIdentityKeys.privatePem },
      transport,
    );
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    await transport.close();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses everybody whom a handler is not for, before it reads anything', async () => {
    const handlers = handlersOf(service);
    expect(handlers.length).toBeGreaterThan(3);
    const expected: string[] = [];
    const seen: string[] = [];
    for (const { method, path, level } of handlers) {
      for (const [who, status] of Object.entries(REFUSED[level])) {
        expected.push(`${method} ${path} by ${who}: ${status} ${SENTENCES[status] ?? ''}`);
        const answer = await service.call(method, addressOf(path), {
          as: CALLERS[who],
          body: method === 'GET' || method === 'DELETE' ? undefined : '{',
        });
        seen.push(`${method} ${path} by ${who}: ${answer.status} ${answer.text}`);
      }
    }
    expect(seen).toEqual(expected);
  });

  it('lets an admin read what is for admins', async () => {
    const reads = handlersOf(service).filter(({ level, method }) => level === 'admin' && method === 'GET');
    const seen = await Promise.all(
      reads.map(
        async ({ method, path }) =>
          `${path}: ${(await service.call(method, addressOf(path), { as: CALLERS.admin })).status}`,
      ),
    );
    expect(seen.filter((line) => !/: (200|404)$/.test(line))).toEqual([]);
  });
});
