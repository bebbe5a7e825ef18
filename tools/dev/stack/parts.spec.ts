import { explainFailedStart } from './broker.ts';
import { chooseParts } from './parts.ts';
import type { Probes } from './probes.ts';
import { createEnvironment, hasOwnQueues, listProcesses, SERVICES, type ServiceName, type Wiring } from './services.ts';
import { readSettings } from '../../ops/shop/settings.ts';
import { formatSummary } from './summary.ts';

const connect = async (): Promise<void> => undefined;
const refuseConnection = async (): Promise<void> => Promise.reject(new Error('refused'));
const allReachable: Probes = { RabbitMQ: connect, Redis: connect };
const noneReachable: Probes = { RabbitMQ: refuseConnection, Redis: refuseConnection };

const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://u:secret@db:5433/x',
  RABBITMQ_URL: 'amqp://u:secret@mq',
  REDIS_URL: 'redis://:secret@cache:6380',
  SMTP_URL: 'smtp://u:secret@mail:587',
  S3_BUCKET: 'pets',
  S3_SECRET_ACCESS_KEY: 'secret',
  OPENAI_API_KEY: 'secret',
  STRIPE_SECRET_KEY: 'sk_test_secret',
  PRINTFUL_API_KEY: 'secret',
  ...{ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'secret' },
};

describe('chooseParts', () => {
  it('uses servers of the environment, and the summary shows no passwords', async () => {
    const parts = await chooseParts(ENVIRONMENT, true, allReachable);
    expect(Object.values(parts).map(({ from }) => from)).toEqual(Array(8).fill('environment'));
    const settings = readSettings({ dataDir: '/data' }, ENVIRONMENT);
    const folder = { root: '/data', logs: '/data/logs', mail: '/data/mail' } as never;
    const admin = { adminEmail: 'boss@example.com', adminPassword: 'secret' };
    const summary = formatSummary({ url: 'http://localhost:3000', ...admin, parts, settings, folder });
    expect(summary).toContain('boss@example.com');
    expect(summary).not.toContain('secret');
  });

  it('uses RabbitMQ and Redis on this machine unless EMBEDDED=true', async () => {
    const found = async (embedded: boolean) => {
      const { events, cache } = await chooseParts({}, embedded, allReachable);
      return [events.url ?? events.why, cache.url ?? cache.why];
    };
    expect(await found(false)).toEqual(['amqp://guest:guest@127.0.0.1:5672', 'redis://127.0.0.1:6379']);
    expect(await found(true)).toEqual(['EMBEDDED=true', 'EMBEDDED=true']);
  });

  it('names the nodes of a RabbitMQ cluster without their passwords', async () => {
    const { events } = await chooseParts(
      { RABBITMQ_URL: 'amqp://u:secret@mq1,amqp://u:secret@mq2' },
      true,
      allReachable,
    );
    expect(events.choice).toBe('RabbitMQ at mq1, mq2');
  });

  it('throws if a server of the environment does not answer', async () => {
    await expect(chooseParts(ENVIRONMENT, false, noneReachable)).rejects.toThrow(
      "at mq (RABBITMQ_URL) can't be used: refused",
    );
  });
});

describe('createEnvironment', () => {
  const databases = { identity: 'i', catalog: 'c', art: 'a', orders: 'o', support: 's', sandbox: 'x', events: 'e' };
  const secrets = {
    identityKeys: { privatePem: 'private', publicPem: 'public' },
    gatewayKeys: { privatePem: 'gateway private', publicPem: 'gateway public' },
    orderLink: 'x',
    printFile: 'x',
    email: 'x',
    secondFactor: 'x',
    sandboxWebhook: 'x',
    adminPassword: 'random',
  };
  const environments = async (env: NodeJS.ProcessEnv, embedded: boolean, disposable?: boolean) => {
    const settings = readSettings({ dataDir: '/data' }, env);
    const parts = await chooseParts(env, embedded, allReachable);
    const names = listProcesses(parts, env);
    const ports = Object.fromEntries(['sandbox', ...SERVICES].map((name) => [name, 1])) as Wiring['ports'];
    const wiring = {
      settings,
      parts,
      ports,
      databases,
      secrets,
      eventsNamespace: 'shop',
      url: 'http://localhost:3000',
    };
    return names.map((name): [ServiceName, NodeJS.ProcessEnv] => [
      name,
      createEnvironment(name, { ...wiring, disposable }),
    ]);
  };

  it.each([
    ['DATABASE_URL', ['identity-svc:i', 'catalog-svc:c', 'art-svc:a', 'order-svc:o', 'support-svc:s']],
    ['IDENTITY_PRIVATE_KEY', ['identity-svc:private']],
    ['ADMIN_PASSWORD', ['identity-svc:secret']],
    ['GATEWAY_PRIVATE_KEY', ['gateway:gateway private']],
    ['S3_SECRET_ACCESS_KEY', ['art-svc:secret']],
    ['OPENAI_API_KEY', ['art-svc:secret']],
    ['PRINT_FILE_SECRET', ['art-svc:x', 'order-svc:x']],
    ['ORDER_LINK_SECRET', ['order-svc:x']],
    ['EMAIL_SECRET', ['identity-svc:x', 'art-svc:x', 'order-svc:x', 'support-svc:x']],
    ['SECOND_FACTOR_SECRET', ['identity-svc:x']],
    ['STRIPE_SECRET_KEY', ['order-svc:sk_test_secret']],
    ['PRINTFUL_API_KEY', ['order-svc:secret']],
    ['SMTP_URL', ['support-svc:smtp://u:secret@mail:587']],
  ])('passes %s to the services that need it only', async (variable, expected) => {
    const holders = (await environments(ENVIRONMENT, true)).filter(([, env]) => env[variable] !== undefined);
    expect(holders.map(([name, env]) => `${name}:${env[variable]}`)).toEqual(expected);
  });

  it('gives each service its own database behind a pooler, and no address without DATABASE_URL', async () => {
    const read = async (env: NodeJS.ProcessEnv) =>
      (await environments(env, true)).flatMap(([name, { DATABASE_SESSION_URL: url }]) => (url ? `${name}:${url}` : []));
    const DATABASE_SESSION_URL = 'postgresql://u@db:5432/x';
    expect(await read({ ...ENVIRONMENT, DATABASE_SESSION_URL })).toEqual([
      'identity-svc:postgresql://u@db:5432/identity',
      'catalog-svc:postgresql://u@db:5432/catalog',
      'art-svc:postgresql://u@db:5432/art',
      'order-svc:postgresql://u@db:5432/orders',
      'support-svc:postgresql://u@db:5432/support',
    ]);
    expect(await read({ DATABASE_SESSION_URL })).toEqual([]);
    const [[, { EVENTS_DATABASE_URL } = {}] = []] = await environments(
      { DATABASE_URL: ENVIRONMENT.DATABASE_URL, DATABASE_SESSION_URL },
      true,
    );
    expect(EVENTS_DATABASE_URL).toBe('postgresql://u@db:5432/events');
  });

  it.each([
    [{}, 'admin@example.com', 'random'],
    [{ ADMIN_EMAIL: 'me@example.com' }, 'me@example.com', 'random'],
    [{ ADMIN_PASSWORD: 'my own' }, 'admin@example.com', 'my own'],
    [{ NODE_ENV: 'production', ADMIN_EMAIL: 'me@example.com' }, 'me@example.com', undefined],
    [{ NODE_ENV: 'production', ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'my own' }, 'me@example.com', 'my own'],
  ])(
    'gives identity-svc the admin of %j, in development with the password of the data folder',
    async (env, email, password) => {
      const { ADMIN_EMAIL, ADMIN_PASSWORD } = Object.fromEntries(await environments(env, true))['identity-svc'] ?? {};
      expect([ADMIN_EMAIL, ADMIN_PASSWORD]).toEqual([email, password]);
    },
  );

  it('sets an expiry of queues in development, for RabbitMQ on this machine, and never in production', async () => {
    const expiry = async (...args: Parameters<typeof environments>) =>
      (await environments(...args)).map(([, env]) => env.EVENTS_QUEUE_EXPIRES_MS);
    expect(await expiry({}, false)).toEqual(Array(7).fill('3600000'));
    expect(await expiry({}, false, true)).toEqual(Array(7).fill('600000'));
    expect(await expiry(ENVIRONMENT, false)).toEqual(Array(6).fill(undefined));
    expect(await expiry({ NODE_ENV: 'production' }, false, true)).toEqual(Array(6).fill(undefined));
  });

  const PRODUCTION = { NODE_ENV: 'production' };
  const KEYS = { STRIPE_SECRET_KEY: 'sk_test_secret', PRINTFUL_API_KEY: 'secret' };
  const OWN = 'http://127.0.0.1:1';
  it.each([
    ['without keys', {}, true, OWN],
    ['with keys of Stripe only', { STRIPE_SECRET_KEY: 'sk_test_secret' }, true, OWN],
    ['with keys of both', KEYS, false, undefined],
    ['in production', PRODUCTION, false, undefined],
    ['in production, if printing is allowed', { ...PRODUCTION, ALLOW_SANDBOX_PRINTER: 'true' }, true, OWN],
    ['in production, if payments are allowed', { ...PRODUCTION, ALLOW_SANDBOX_PAYMENTS: 'true' }, true, OWN],
    ['elsewhere', { SANDBOX_URL: 'http://x' }, false, 'http://x'],
  ])('runs the sandbox where it is needed: %s', async (_, env, isRun, address) => {
    const found = Object.fromEntries(await environments(env, true));
    expect('sandbox' in found).toBe(isRun);
    for (const name of ['order-svc', 'gateway'] as const)
      expect([name, found[name]?.SANDBOX_URL]).toEqual([name, address]);
    if (isRun)
      expect(found.sandbox).toMatchObject({
        DATABASE_URL: 'x',
        STRIPE_WEBHOOK_URL: `${OWN}/api/webhooks/stripe`,
        PRINTFUL_WEBHOOK_URL: `${OWN}/api/webhooks/printful/sandbox-printer`,
        SANDBOX_WEBHOOK_SECRET: 'x',
      });
  });
});

describe('the queues of a shop', () => {
  it.each([
    ['in development on the RabbitMQ of this machine', {}, true],
    ['not in production', { NODE_ENV: 'production' }, false],
    ['not on a broker of the environment', { RABBITMQ_URL: 'amqp://mq' }, false],
    ['not with a namespace that another shop may share', { EVENTS_NAMESPACE: 'shop' }, false],
    ['not with a database that another shop may share', { DATABASE_URL: 'postgresql://u@db/x' }, false],
  ])('are deleted at a stop %s', async (_, env, expected) => {
    const settings = readSettings({ dataDir: '/data' }, env);
    expect(hasOwnQueues(settings, await chooseParts(env, false, allReachable))).toBe(expected);
  });
});

describe('explainFailedStart', () => {
  const error = new Error('order-svc was not ready');

  it('names a broker that stopped answering, and what to do', async () => {
    const explained = await explainFailedStart(error, 'amqp://guest:guest@127.0.0.1:5672', noneReachable);
    expect(String(explained)).toMatch(/RabbitMQ at 127\.0\.0\.1.* stopped answering.*refused.*EMBEDDED=true npm start/);
  });

  it('keeps the error while the broker answers, or without one', async () => {
    expect(await explainFailedStart(error, 'amqp://127.0.0.1', allReachable)).toBe(error);
    expect(await explainFailedStart(error, undefined, noneReachable)).toBe(error);
  });
});
