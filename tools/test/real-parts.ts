import { probes } from '../stack/probes.ts';
import { rabbitmqWorks } from './rabbitmq-works.ts';

const LOCAL_RABBITMQ = 'amqp://guest:guest@127.0.0.1:5672';
const LOCAL_REDIS = 'redis://127.0.0.1:6379';

const answers = (probe: Promise<void>): Promise<boolean> =>
  probe.then(
    () => true,
    () => false,
  );

/** What the tests would like to meet, and whether it is there. */
export interface RealParts {
  /** `broken`: it lets one in, and keeps nothing. */
  rabbitmq: boolean | 'broken';
  redis: boolean;
  /** Which one, or why there is none. */
  browser: { name: string } | { lack: string };
}

/** The servers that answer as `npm start` understands it: guest may sign in, no password is asked for. */
export async function lookForServers(): Promise<Pick<RealParts, 'rabbitmq' | 'redis'>> {
  const [rabbitmq, redis] = await Promise.all([lookForRabbitmq(), answers(probes.Redis(LOCAL_REDIS))]);
  return { rabbitmq, redis };
}

async function lookForRabbitmq(): Promise<RealParts['rabbitmq']> {
  if (!(await answers(probes.RabbitMQ(LOCAL_RABBITMQ)))) return false;
  return (await rabbitmqWorks(LOCAL_RABBITMQ)) || 'broken';
}

/** For the rings below the whole shop. An empty address says that there is no server, so that none of them looks again and finds otherwise. */
export function addressesOf({
  rabbitmq,
  redis,
}: Pick<RealParts, 'rabbitmq' | 'redis'>): Record<'TEST_RABBITMQ_URL' | 'TEST_REDIS_URL', string> {
  return { TEST_RABBITMQ_URL: rabbitmq === true ? LOCAL_RABBITMQ : '', TEST_REDIS_URL: redis ? LOCAL_REDIS : '' };
}

export interface Verdict {
  /** What is said of each part before the tests. */
  lines: string[];
  /** A failed step for each: what is missing and must not be. */
  refusals: string[];
  withBrowser: boolean;
  addresses: ReturnType<typeof addressesOf>;
}

/** With CI=true nothing may be missing; elsewhere what is missing is said, and what needs it is left out. */
export function judgeParts({ rabbitmq, redis, browser }: RealParts, env: { CI?: string }): Verdict {
  const parts: { name: string; is?: string; lack?: string }[] = [
    {
      name: 'RabbitMQ on 127.0.0.1:5672',
      lack:
        rabbitmq === true
          ? undefined
          : `it ${rabbitmq ? 'keeps no message (restart it)' : 'does not answer'}: integration runs on PostgreSQL alone`,
    },
    { name: 'Redis on 127.0.0.1:6379', lack: redis ? undefined : 'it does not answer: integration runs in memory' },
    {
      name: 'browser',
      ...('name' in browser ? { is: browser.name } : { lack: `${browser.lack}\n  The journeys are left out.` }),
    },
  ];
  return {
    lines: parts.map(({ name, is, lack }) => `${name}: ${lack ?? ['found', is].filter(Boolean).join(', ')}`),
    refusals:
      env.CI === 'true'
        ? parts.filter(({ lack }) => lack !== undefined).map(({ name }) => `${name} (CI=true needs it)`)
        : [],
    withBrowser: 'name' in browser,
    addresses: addressesOf({ rabbitmq, redis }),
  };
}
