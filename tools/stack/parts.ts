// The parts the shop runs on (D32): an address in the environment, else a server answering on its usual local port
// (skipped with EMBEDDED=true), else the embedded default.

export interface Part {
  /** What was chosen, in a few words. */
  choice: string;
  /** Why, in a few words. */
  why: string;
  from: 'environment' | 'this machine' | 'embedded';
  /** Its address, where it has one. */
  url?: string;
}

export type Parts = Record<'database' | 'events' | 'cache' | 'images' | 'payment' | 'printing' | 'art' | 'mail', Part>;

/** The two servers that are looked for on this machine. */
export interface Probes {
  rabbitmqAnswers: () => Promise<boolean>;
  redisAnswers: () => Promise<boolean>;
}

export const LOCAL_RABBITMQ = 'amqp://guest:guest@127.0.0.1:5672';
export const LOCAL_REDIS = 'redis://127.0.0.1:6379';

export async function chooseParts(env: NodeJS.ProcessEnv, embedded: boolean, probes: Probes): Promise<Parts> {
  const [events, cache] = await Promise.all([chooseEvents(env, embedded, probes), chooseCache(env, embedded, probes)]);
  return {
    database: chooseDatabase(env),
    events,
    cache,
    images: chooseImages(env),
    payment: choosePayment(env),
    printing: choosePrinting(env),
    art: chooseArt(env),
    mail: chooseMail(env),
  };
}

function chooseDatabase(env: NodeJS.ProcessEnv): Part {
  if (env.DATABASE_URL)
    return {
      choice: `PostgreSQL at ${hostOf(env.DATABASE_URL)}`,
      why: 'DATABASE_URL is set',
      from: 'environment',
      url: env.DATABASE_URL,
    };
  return { choice: 'PostgreSQL 18, embedded', why: 'no DATABASE_URL', from: 'embedded' };
}

async function chooseEvents(env: NodeJS.ProcessEnv, embedded: boolean, probes: Probes): Promise<Part> {
  if (env.RABBITMQ_URL)
    return {
      choice: `RabbitMQ at ${hostOf(env.RABBITMQ_URL)}`,
      why: 'RABBITMQ_URL is set',
      from: 'environment',
      url: env.RABBITMQ_URL,
    };
  const queue = 'graphile-worker in that PostgreSQL';
  if (embedded) return { choice: queue, why: 'EMBEDDED=true', from: 'embedded' };
  if (await probes.rabbitmqAnswers())
    return {
      choice: 'RabbitMQ at 127.0.0.1:5672',
      why: 'it answers on its usual port',
      from: 'this machine',
      url: LOCAL_RABBITMQ,
    };
  return { choice: queue, why: 'no RabbitMQ answers on 127.0.0.1:5672', from: 'embedded' };
}

async function chooseCache(env: NodeJS.ProcessEnv, embedded: boolean, probes: Probes): Promise<Part> {
  if (env.REDIS_URL)
    return {
      choice: `Redis at ${hostOf(env.REDIS_URL)}`,
      why: 'REDIS_URL is set',
      from: 'environment',
      url: env.REDIS_URL,
    };
  const memory = 'in the memory of the gateway';
  if (embedded) return { choice: memory, why: 'EMBEDDED=true', from: 'embedded' };
  if (await probes.redisAnswers())
    return {
      choice: 'Redis at 127.0.0.1:6379',
      why: 'it answers on its usual port',
      from: 'this machine',
      url: LOCAL_REDIS,
    };
  return { choice: memory, why: 'no Redis answers on 127.0.0.1:6379', from: 'embedded' };
}

function chooseMail(env: NodeJS.ProcessEnv): Part {
  if (env.SMTP_URL)
    return {
      choice: `SMTP at ${hostOf(env.SMTP_URL)}`,
      why: 'SMTP_URL is set',
      from: 'environment',
      url: env.SMTP_URL,
    };
  return { choice: 'files in the data folder', why: 'no SMTP_URL', from: 'embedded' };
}

function chooseImages(env: NodeJS.ProcessEnv): Part {
  if (!env.S3_BUCKET) return { choice: 'the data folder', why: 'no S3_BUCKET', from: 'embedded' };
  return {
    choice: `the bucket ${env.S3_BUCKET} at ${env.S3_ENDPOINT ? hostOf(env.S3_ENDPOINT) : 'Amazon S3'}`,
    why: 'S3_BUCKET is set',
    from: 'environment',
  };
}

/** order-svc refuses to start with only some of the three. */
function choosePayment(env: NodeJS.ProcessEnv): Part {
  if (!env.STRIPE_SECRET_KEY)
    return { choice: 'sandbox (test cards only)', why: 'no STRIPE_SECRET_KEY', from: 'embedded' };
  const isTest = env.STRIPE_SECRET_KEY.includes('_test_');
  const where = env.STRIPE_API_HOST ? ` at ${hostOf(env.STRIPE_API_HOST)}` : '';
  return {
    choice: `Stripe${where}${isTest ? ' (test mode)' : ''}`,
    why: 'STRIPE_SECRET_KEY is set',
    from: 'environment',
  };
}

function choosePrinting(env: NodeJS.ProcessEnv): Part {
  if (env.PRINTFUL_API_KEY)
    return {
      choice: `Printful${env.PRINTFUL_API_HOST ? ` at ${hostOf(env.PRINTFUL_API_HOST)}` : ''}`,
      why: 'PRINTFUL_API_KEY is set',
      from: 'environment',
    };
  if (env.NODE_ENV === 'production' && env.ALLOW_SANDBOX_PRINTER !== 'true')
    return { choice: 'by hand', why: 'no PRINTFUL_API_KEY', from: 'embedded' };
  return { choice: 'sandbox (prints nothing)', why: 'no PRINTFUL_API_KEY', from: 'embedded' };
}

function chooseArt(env: NodeJS.ProcessEnv): Part {
  if (!env.OPENAI_API_KEY) return { choice: 'built-in engine', why: 'no OPENAI_API_KEY', from: 'embedded' };
  const where = env.OPENAI_BASE_URL ? ` at ${hostOf(env.OPENAI_BASE_URL)}` : '';
  return { choice: `OpenAI${where}, else built-in engine`, why: 'OPENAI_API_KEY is set', from: 'environment' };
}

/** Host and port only: an address often carries a password. */
export function hostOf(address: string): string {
  try {
    const url = new URL(address);
    return url.host || 'this machine';
  } catch {
    return 'an address that cannot be read';
  }
}
