import { getHost } from '../../ops/shop/addresses.ts';
import type { Probes } from './probes.ts';
import { getErrorMessage, StartError } from '../../ops/shop/start-error.ts';

/** A server or provider that the shop uses: from the environment, else on its default local port, else the embedded default. */
export interface Part {
  /** Short texts for the summary: the choice and its reason. */
  choice: string;
  why: string;
  from: 'environment' | 'this machine' | 'embedded' | 'sandbox';
  url?: string;
}

export type Parts = Record<'database' | 'events' | 'cache' | 'images' | 'payment' | 'printing' | 'art' | 'mail', Part>;

/** `embedded`: ignores the servers on this machine. Throws StartError if a server from the environment can't be used. */
export async function chooseParts(env: NodeJS.ProcessEnv, embedded: boolean, probes: Probes): Promise<Parts> {
  const choose = (variable: string, chosen: string, otherwise: string): Part =>
    env[variable]
      ? { choice: chosen, why: `${variable} is set`, from: 'environment' }
      : { choice: otherwise, why: `no ${variable}`, from: 'embedded' };
  const at = (variable: string, otherwise = ''): string =>
    env[variable] ? ` at ${getHost(env[variable])}` : otherwise;

  async function chooseServer(
    name: 'RabbitMQ' | 'Redis',
    variable: string,
    local: string,
    otherwise: string,
  ): Promise<Part> {
    const given = env[variable];
    const [url, host] = [given || local, getHost(given || local)];
    if (!given && embedded) return { choice: otherwise, why: 'EMBEDDED=true', from: 'embedded' };
    try {
      await probes[name](url);
    } catch (error) {
      if (given) throw new StartError(`${name} at ${host} (${variable}) can't be used: ${getErrorMessage(error)}`);
      return { choice: otherwise, why: `no ${name} answers on ${host}`, from: 'embedded' };
    }
    const why = given ? `${variable} is set` : 'it answers on its default port';
    return { choice: `${name} at ${host}`, why, from: given ? 'environment' : 'this machine', url };
  }

  const [events, cache] = await Promise.all([
    chooseServer('RabbitMQ', 'RABBITMQ_URL', 'amqp://guest:guest@127.0.0.1:5672', 'graphile-worker in that PostgreSQL'),
    chooseServer('Redis', 'REDIS_URL', 'redis://127.0.0.1:6379', 'in the memory of the gateway'),
  ]);
  const stripeMode = env.STRIPE_SECRET_KEY?.includes('_test_') ? ' (test mode)' : '';
  return {
    database: {
      ...choose('DATABASE_URL', `PostgreSQL${at('DATABASE_URL')}`, 'PostgreSQL 18, embedded'),
      url: env.DATABASE_URL,
    },
    events,
    cache,
    images: choose('S3_BUCKET', `the bucket ${env.S3_BUCKET}${at('S3_ENDPOINT', ' at Amazon S3')}`, 'the data folder'),
    payment:
      chooseSandbox(env, 'STRIPE_SECRET_KEY', 'ALLOW_SANDBOX_PAYMENTS', 'test cards only') ??
      choose('STRIPE_SECRET_KEY', `Stripe${at('STRIPE_API_HOST')}${stripeMode}`, 'none'),
    printing:
      chooseSandbox(env, 'PRINTFUL_API_KEY', 'ALLOW_SANDBOX_PRINTER', 'prints nothing') ??
      choose('PRINTFUL_API_KEY', `Printful${at('PRINTFUL_API_HOST')}`, 'by hand'),
    art: choose('OPENAI_API_KEY', `OpenAI${at('OPENAI_BASE_URL')}, else built-in engine`, 'built-in engine'),
    mail: choose('SMTP_URL', `SMTP${at('SMTP_URL')}`, 'files in the data folder'),
  };
}

/** The sandbox if there is no key of the provider. In production it needs a permission. */
function chooseSandbox(env: NodeJS.ProcessEnv, key: string, permission: string, limitation: string): Part | undefined {
  const isAllowed = env.NODE_ENV !== 'production' || env[permission] === 'true';
  if (env[key] || !isAllowed) return undefined;
  const where = env.SANDBOX_URL ? ` at ${getHost(env.SANDBOX_URL)}` : '';
  return { choice: `sandbox${where} (${limitation})`, why: `no ${key}`, from: 'sandbox' };
}

/** Whether the shop needs the sandbox for payments or for printing. */
export const usesSandbox = ({ payment, printing }: Pick<Parts, 'payment' | 'printing'>): boolean =>
  [payment, printing].some(({ from }) => from === 'sandbox');
