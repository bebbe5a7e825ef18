import { chooseParts } from './parts.ts';
import { DATABASE_OF, environmentOf, SERVICES, type ServiceName, type Wiring } from './services.ts';
import { readSettings } from './settings.ts';

/** What one service alone may know, and which one; its value here is its own name. */
const SECRETS = {
  IDENTITY_PRIVATE_KEY: ['identity-svc'],
  SMTP_URL: ['support-svc'],
  S3_SECRET_ACCESS_KEY: ['art-svc'],
  OPENAI_API_KEY: ['art-svc'],
  STRIPE_SECRET_KEY: ['order-svc'],
  STRIPE_WEBHOOK_SECRET: ['order-svc'],
  PRINTFUL_API_KEY: ['order-svc'],
  PRINTFUL_WEBHOOK_SECRET: ['order-svc'],
  ORDER_LINK_SECRET: ['order-svc'],
  PRINT_FILE_SECRET: ['art-svc', 'order-svc'],
} as const;

async function wiring(env: NodeJS.ProcessEnv = {}, rabbitmq = false): Promise<Wiring> {
  const settings = readSettings({ dataDir: '/data' }, env);
  const answers = (): Promise<boolean> => Promise.resolve(rabbitmq);
  return {
    settings,
    parts: await chooseParts(settings.env, false, {
      rabbitmqAnswers: answers,
      redisAnswers: () => Promise.resolve(false),
    }),
    ports: Object.fromEntries(SERVICES.map((name, index) => [name, 4000 + index])) as Wiring['ports'],
    databases: Object.fromEntries(
      [...Object.values(DATABASE_OF), 'events'].map((name) => [name, `postgresql://db/${name}`]),
    ) as Wiring['databases'],
    eventsNamespace: 'shop-1',
    keys: { privatePem: 'IDENTITY_PRIVATE_KEY', publicPem: 'public' },
    secrets: { orderLink: 'kept-order-link', printFile: 'kept-print-file' },
    url: 'http://localhost:3000',
  };
}

const environments = (of: Wiring): [ServiceName, NodeJS.ProcessEnv][] =>
  SERVICES.map((name) => [name, environmentOf(name, of)]);

describe('what a service is told', () => {
  it('is its own database, and of the others none; the gateway has none', async () => {
    const told = environments(await wiring({ DATABASE_URL: 'postgresql://db/shop' })).map(([name, env]) => [
      name,
      env.DATABASE_URL,
    ]);
    expect(Object.fromEntries(told)).toEqual({
      'identity-svc': 'postgresql://db/identity',
      'catalog-svc': 'postgresql://db/catalog',
      'art-svc': 'postgresql://db/art',
      'order-svc': 'postgresql://db/orders',
      'support-svc': 'postgresql://db/support',
      gateway: undefined,
    });
  });

  it.each(Object.entries(SECRETS))('is %s only where it is used', async (variable, holders) => {
    const told = environments(await wiring(Object.fromEntries(Object.keys(SECRETS).map((name) => [name, name]))));
    expect(
      told
        .filter(([, env]) => JSON.stringify(env).includes(`:"${variable}"`))
        .map(([name]) => name)
        .sort(),
    ).toEqual([...holders]);
  });

  it('is the secrets that the data folder keeps, where none is given', async () => {
    const { ORDER_LINK_SECRET, PRINT_FILE_SECRET } = environmentOf('order-svc', await wiring());
    expect([ORDER_LINK_SECRET, PRINT_FILE_SECRET, environmentOf('art-svc', await wiring()).PRINT_FILE_SECRET]).toEqual([
      'kept-order-link',
      'kept-print-file',
      'kept-print-file',
    ]);
  });

  it('is where it finds what it compiled at its start before: beside the packages, or where it is told', async () => {
    const foldersOf = async (env: NodeJS.ProcessEnv) => [
      ...new Set(environments(await wiring(env)).map(([, told]) => told.NODE_COMPILE_CACHE)),
    ];
    expect(await foldersOf({})).toEqual([expect.stringMatching(/node_modules.\.cache.node$/)]);
    expect(await foldersOf({ NODE_COMPILE_CACHE: '/elsewhere' })).toEqual(['/elsewhere']);
  });

  it('is one way for events, the same for all', async () => {
    for (const [, env] of environments(await wiring({}, true)))
      expect([env.RABBITMQ_URL, env.EVENTS_DATABASE_URL]).toEqual(['amqp://guest:guest@127.0.0.1:5672', undefined]);
    for (const [, env] of environments(await wiring()))
      expect([env.RABBITMQ_URL, env.EVENTS_DATABASE_URL]).toEqual([undefined, 'postgresql://db/events']);
  });

  it('listens on this machine alone, but for the gateway where people may come in', async () => {
    const told = environments(await wiring({ HOST: '0.0.0.0' })).map(([name, env]) => [name, env.HOST] as const);
    expect(told.filter(([, host]) => host !== '127.0.0.1')).toEqual([['gateway', '0.0.0.0']]);
  });
});
