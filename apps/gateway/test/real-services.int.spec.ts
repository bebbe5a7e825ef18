import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import type { DynamicModule } from '@nestjs/common';
import {
  asUser,
  createTestTransport,
  createTestDatabase,
  waitFor,
  startTestService,
  testConfig,
  testIdentityKeys,
  type TestDatabase,
  type TestService,
} from '@shop/testing';
import { InterruptibleProxy } from '@shop/testing-database';
import { publicRoutes } from '@shop/contracts-all';
import { isArchiveRoute, type ArchiveRoute, type ServiceName } from '@shop/contracts-common/routes';
import { GatewayFixture } from './gateway.fixture.js';
import { unzip } from './tar.fixture.js';

const [archiveRoute] = publicRoutes.filter(isArchiveRoute) as [ArchiveRoute];

const PASSWORD = 'correct horse battery';
const SERVICES: ServiceName[] = ['identity', 'catalog', 'art', 'order', 'support'];
/** Secrets that no archive may contain. */
const SECRETS = [/argon2/i, /passwordHash/i, new RegExp(PASSWORD), /eyJ[A-Za-z0-9_-]{10,}\./, /token/i];

const transport = createTestTransport();
const databases: TestDatabase[] = [];
const services = new Map<ServiceName, TestService>();
let folder: string;
let fixture: GatewayFixture;

/** Starts a real service. It is loaded by path, because apps must not import apps. */
async function startRealService(name: ServiceName): Promise<TestService> {
  const source = join(import.meta.dirname, `../../${name}-svc/src`);
  const { AppModule } = (await import(join(source, 'app.module.ts'))) as {
    AppModule: { with(config: unknown): DynamicModule };
  };
  const { readConfig } = (await import(join(source, 'config.ts'))) as {
    readConfig: (env: NodeJS.ProcessEnv) => unknown;
  };
  const database = await createTestDatabase();
  databases.push(database);
  const env = {
    DATA_DIR: folder,
    SEED: 'none',
    IDENTITY_PRIVATE_KEY: testIdentityKeys.privatePem,
    GATEWAY_PUBLIC_KEY: testIdentityKeys.publicPem, // any pair
    SANDBOX_URL: 'http://127.0.0.1:1', // no customer pays
  };
  return startTestService(AppModule.with(testConfig(readConfig, { database, transport, env })));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'personal-data-'));
  await transport.open();
  for (const name of SERVICES) services.set(name, await startRealService(name));
  const urls = Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, services.get(name)?.url ?? '']));
  fixture = await GatewayFixture.start({ ...transport.env, ...urls });
}, 90_000);
afterAll(async () => {
  await fixture?.close();
  for (const service of services.values()) await service.stop();
  await transport.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function register(email: string): Promise<string> {
  const answer = await fixture.call('POST', '/api/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, firstName: 'Zoë' }),
  });
  expect(answer.status).toBe(201);
  return /^sid=([^;]+)/m.exec(answer.headers['set-cookie']?.join('\n') ?? '')?.[1] ?? '';
}

async function fetchArchive(sid: string): Promise<Map<string, Buffer>> {
  const answer = await fixture.openResponse(archiveRoute.path, sid);
  expect(answer.statusCode).toBe(200);
  return unzip(await buffer(answer));
}

const toText = (files: Map<string, Buffer>): string =>
  [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');

it('the archive contains the data of one customer from all services, and of no other customer', async () => {
  const [pat, sam] = [await register('pat@example.com'), await register('sam@example.com')];
  const send = (sid: string, words: string) =>
    fixture.call('POST', '/api/contact', {
      sid,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'P',
        email: 'other@example.com',
        subject: words,
        message: words,
      }),
    });
  expect((await send(pat, 'The words of Pat')).status).toBeLessThan(300);
  expect((await send(sam, 'The words of Sam')).status).toBeLessThan(300);

  const files = await waitFor(async () => {
    const found = await fetchArchive(pat);
    expect(toText(found)).toContain('The words of Pat');
    return found;
  });
  for (const { folder: name } of archiveRoute.archive.parts)
    expect([...files.keys()].filter((path) => path.startsWith(`${name}/`))).not.toEqual([]);
  expect(files.get('README.txt')?.toString()).toContain(archiveRoute.archive.title);
  expect(toText(files)).toContain('pat@example.com');
  expect(toText(files)).not.toContain('sam@example.com');
  expect(toText(files)).not.toContain('The words of Sam');
  for (const [path, bytes] of files)
    if (path.endsWith('.json')) expect(() => JSON.parse(bytes.toString('utf8')) as unknown).not.toThrow();
});

it.each(SERVICES)('the service %s answers no internal call without the gateway’s token', async (name) => {
  const answer = await services.get(name)?.call('GET', '/internal/personal-data', { as: asUser() });
  expect([answer?.status, answer?.text]).toEqual([401, 'Only the gateway of this shop may call this address.']);
});

it('a new replica gets requests once the connections that the gateway keeps are old, and none fails', async () => {
  const old = services.get('catalog') as TestService;
  const replica = await startRealService('catalog');
  const requests = new Map<TestService, number>();
  for (const service of [old, replica])
    service.app.getHttpServer().on('request', () => requests.set(service, (requests.get(service) ?? 0) + 1));
  const balancer = await InterruptibleProxy.listenFor(old.url);
  const shop = await GatewayFixture.start({ CATALOG_URL: balancer.url(old.url) });
  const read = async (): Promise<number> => (await shop.call('GET', '/api/products')).status;
  expect([await read(), await read()]).toEqual([200, 200]);
  balancer.redirect(replica.url); // new connections only
  expect(await read()).toBe(200);
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  expect([await read(), await read()]).toEqual([200, 200]); // the first answer on the old connection closes it
  clock.mockRestore();
  expect([requests.get(old), requests.get(replica)]).toEqual([4, 1]);
  await shop.close();
  await balancer.close();
  await replica.stop();
}, 60_000);

it('the archive contains no secrets', async () => {
  const sid = await register('kim@example.com');
  const text = toText(await fetchArchive(sid));
  expect(text).not.toContain(sid);
  for (const secret of SECRETS) expect(text).not.toMatch(secret);
});
