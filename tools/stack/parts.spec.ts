import { chooseParts, type Probes } from './parts.ts';

const answering = (rabbitmq: boolean, redis: boolean): Probes => ({
  rabbitmqAnswers: async () => rabbitmq,
  redisAnswers: async () => redis,
});
const nothingElse = answering(false, false);
const both = answering(true, true);

describe('the parts of a start (D32)', () => {
  it('takes an address in the environment before anything else', async () => {
    const env = {
      DATABASE_URL: 'postgresql://u:secret@db:5433/x',
      RABBITMQ_URL: 'amqp://u:secret@mq',
      REDIS_URL: 'redis://cache:6380',
    };
    const parts = await chooseParts(env, true, both);
    expect([parts.database, parts.events, parts.cache].map(({ from, url }) => [from, url])).toEqual([
      ['environment', env.DATABASE_URL],
      ['environment', env.RABBITMQ_URL],
      ['environment', env.REDIS_URL],
    ]);
  });

  it('takes RabbitMQ and Redis where they answer on this machine', async () => {
    const parts = await chooseParts({}, false, both);
    expect([parts.events.from, parts.events.url]).toEqual(['this machine', 'amqp://guest:guest@127.0.0.1:5672']);
    expect([parts.cache.from, parts.cache.url]).toEqual(['this machine', 'redis://127.0.0.1:6379']);
  });

  it('never looks for servers on this machine with EMBEDDED=true', async () => {
    const refuse = async (): Promise<boolean> => Promise.reject(new Error('was asked'));
    const parts = await chooseParts({}, true, { rabbitmqAnswers: refuse, redisAnswers: refuse });
    expect([parts.events.from, parts.cache.from]).toEqual(['embedded', 'embedded']);
    expect(parts.events.why).toBe('EMBEDDED=true');
  });

  it('embeds every part where nothing is given and nothing answers', async () => {
    const parts = await chooseParts({}, false, nothingElse);
    expect(Object.values(parts).map(({ from, url }) => [from, url])).toEqual(
      Array.from({ length: 8 }, () => ['embedded', undefined]),
    );
  });

  it('takes money by Stripe where there is a key, and plays it with the sandbox else', async () => {
    const [test, live, own] = await Promise.all(
      [
        { STRIPE_SECRET_KEY: 'sk_test_1' },
        { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_HOST: 'https://proxy.example' },
        {},
      ].map((env) => chooseParts(env, true, both)),
    );
    expect(test?.payment).toEqual({
      choice: 'Stripe (test mode)',
      why: 'STRIPE_SECRET_KEY is set',
      from: 'environment',
    });
    expect(live?.payment.choice).toBe('Stripe at proxy.example');
    expect(own?.payment).toEqual({
      choice: 'sandbox (test cards only)',
      why: 'no STRIPE_SECRET_KEY',
      from: 'embedded',
    });
  });

  it('prints at Printful where there is a key, and else in the sandbox, which no production does unasked', async () => {
    const printing = async (env: NodeJS.ProcessEnv) => (await chooseParts(env, true, both)).printing.choice;
    expect(await printing({ PRINTFUL_API_KEY: 'secret', PRINTFUL_API_HOST: 'http://127.0.0.1:4900' })).toBe(
      'Printful at 127.0.0.1:4900',
    );
    expect(await printing({})).toBe('sandbox (prints nothing)');
    expect(await printing({ NODE_ENV: 'production' })).toBe('by hand');
    expect(await printing({ NODE_ENV: 'production', ALLOW_SANDBOX_PRINTER: 'true' })).toBe('sandbox (prints nothing)');
  });

  it('keeps pictures in a bucket where one is named, else in the data folder', async () => {
    const own = await chooseParts(
      { S3_BUCKET: 'pets', S3_ENDPOINT: 'http://minio:9000', S3_SECRET_ACCESS_KEY: 'secret' },
      true,
      both,
    );
    expect(own.images).toEqual({
      choice: 'the bucket pets at minio:9000',
      why: 'S3_BUCKET is set',
      from: 'environment',
    });
    expect((await chooseParts({ S3_BUCKET: 'pets' }, true, both)).images.choice).toBe('the bucket pets at Amazon S3');
    expect((await chooseParts({ S3_ENDPOINT: 'http://minio:9000' }, true, both)).images.choice).toBe('the data folder');
  });

  it('has OpenAI draw where there is a key, and the built-in engine else', async () => {
    const [here, there, own] = [
      await chooseParts({ OPENAI_API_KEY: 'sk-secret' }, true, both),
      await chooseParts({ OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: 'https://u:p@relay.example/v1' }, true, both),
      await chooseParts({}, true, both),
    ];
    expect(here.art).toEqual({
      choice: 'OpenAI, else built-in engine',
      why: 'OPENAI_API_KEY is set',
      from: 'environment',
    });
    expect(there.art.choice).toBe('OpenAI at relay.example, else built-in engine');
    expect(own.art).toEqual({ choice: 'built-in engine', why: 'no OPENAI_API_KEY', from: 'embedded' });
  });

  it('sends mails over SMTP where there is a server, else keeps them as files', async () => {
    const [sent, kept] = [
      await chooseParts({ SMTP_URL: 'smtp://u:secret@mail.example:587' }, true, both),
      await chooseParts({}, true, both),
    ];
    expect(sent.mail).toEqual({
      choice: 'SMTP at mail.example:587',
      why: 'SMTP_URL is set',
      from: 'environment',
      url: 'smtp://u:secret@mail.example:587',
    });
    expect(kept.mail).toEqual({ choice: 'files in the data folder', why: 'no SMTP_URL', from: 'embedded' });
  });

  it('never shows a password', async () => {
    const env = {
      SMTP_URL: 'smtp://u:secret@mail',
      DATABASE_URL: 'postgresql://u:secret@db/x',
      RABBITMQ_URL: 'amqp://u:secret@mq',
      REDIS_URL: 'redis://:secret@cache',
    };
    const shown = Object.values(await chooseParts(env, false, both)).map(({ choice, why }) => choice + why);
    expect(shown.join()).not.toContain('secret');
  });
});
