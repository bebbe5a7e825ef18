/**
 * `npm run bench:gateway`: compares the built gateway with http-proxy-middleware on a plain HTTP server, for public lists with the same bytes.
 * The two run alternately for short times, so that other load affects both; the result is the ratio of each pair. Then compares the gateway with
 * tracing off and on with one without tracing code (without-tracing.ts), and measures the gateway's processor time for a small picture. `--cpu-prof FOLDER` writes a profile of the gateway.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { freePort } from '../../dev/stack/ports.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LISTS = [
  { name: '100 products', path: '/api/products' },
  { name: '4 styles', path: '/api/styles' },
];
const CONNECTIONS = 16;
const RUN_SECONDS = 2;
const PAIRS = 9;
/** The gateway must reach 80 % of the plain proxy's rate. */
const TARGET_RATIO = 0.8;
/** With the whole cost of tracing in the smallest response: share of the rate without tracing code. */
const TRACED_LIST = '/api/styles';
const TRACING_TARGETS = { without: 1, off: 0.98, on: 0.85 };
/** Shorter runs than those of the bare proxy, and more of them: the differences are small. */
const TRACING_ROUNDS_PER_PAIR = 4;
const PICTURE = '/media/0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001?w=640';
/** Processor time of the gateway for each picture. */
const PICTURE_TARGET_MS = 3;

const { values: options } = parseArgs({
  options: { pairs: { type: 'string', default: String(PAIRS) }, 'cpu-prof': { type: 'string' } },
});
const children: ChildProcess[] = [];

function start(
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
  execArgv: string[] = [],
): ChildProcess {
  const child = fork(join(ROOT, file), args, {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

const readPort = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)));
    child.once('exit', (code) => reject(new Error(`A process of the benchmark exited with ${code ?? 'a signal'}`)));
  });

interface Gateway {
  url: string;
  process: ChildProcess;
}

async function startGateway(
  serviceUrl: string,
  env: Record<string, string> = {},
  execArgv: string[] = [],
): Promise<Gateway> {
  const port = await freePort();
  const urls = Object.fromEntries(
    ['IDENTITY', 'CATALOG', 'ART', 'ORDER', 'SUPPORT'].map((name) => [`${name}_URL`, serviceUrl]),
  );
  const profile = options['cpu-prof'] ? ['--cpu-prof', `--cpu-prof-dir=${options['cpu-prof']}`] : [];
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // The log level of production, no brokers, and limits that count but are never reached.
  const gateway = start(
    'apps/gateway/dist/main.js',
    [],
    {
      ...urls,
      PORT: String(port),
      NODE_ENV: 'production',
      GATEWAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      LOG_LEVEL: 'info',
      RABBITMQ_URL: '',
      EVENTS_DATABASE_URL: '',
      REDIS_URL: '',
      RATE_LIMIT_READ: '100000000/600',
      RATE_LIMIT_FILE: '100000000/600',
      ...env,
    },
    [...profile, ...execArgv, '--import', join(ROOT, 'tools/prove/bench/report-cpu.ts')],
  );
  const url = `http://127.0.0.1:${port}`;
  const isListening = (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isListening())) await new Promise((resolve) => setTimeout(resolve, 50));
  return { url, process: gateway };
}

async function readCpuMs(part: ChildProcess): Promise<number> {
  const answer = once(part, 'message') as Promise<[{ cpuUs: number }]>;
  part.send('cpu');
  return (await answer)[0].cpuUs / 1000;
}

/** Processor time of the gateway for each picture in milliseconds, and pictures per second. */
async function measurePictureCost(gateway: Gateway): Promise<{ ms: number; rate: number }> {
  await requestsPerSecond(gateway.url + PICTURE, 1);
  const before = await readCpuMs(gateway.process);
  const rate = await requestsPerSecond(gateway.url + PICTURE);
  return { ms: ((await readCpuMs(gateway.process)) - before) / (rate * RUN_SECONDS), rate };
}

async function requestsPerSecond(url: string, seconds = RUN_SECONDS): Promise<number> {
  const { requests, non2xx, errors, duration } = await autocannon({ url, connections: CONNECTIONS, duration: seconds });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} error answers, ${errors} connection errors`);
  return requests.total / duration;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The rates of servers for one path, each in requests per second and as a ratio to that of the first server. */
async function compare<Name extends string>(
  servers: Record<Name, string>,
  path: string,
  pairs = Number(options.pairs),
  seconds = RUN_SECONDS,
): Promise<Record<Name, { rate: number; ratio: number; requests: number }>> {
  const names = Object.keys(servers) as Name[];
  const rounds: Record<Name, number>[] = [];
  for (const name of names) await requestsPerSecond(servers[name] + path, 1);
  for (let round = 0; round < pairs; round += 1) {
    // Another one is the first each time, as later runs have a warmer machine.
    const start = round % names.length;
    const rates = {} as Record<Name, number>;
    for (const name of [...names.slice(start), ...names.slice(0, start)])
      rates[name] = await requestsPerSecond(servers[name] + path, seconds);
    rounds.push(rates);
  }
  const [first] = names as [Name];
  const toResult = (name: Name) => ({
    rate: median(rounds.map((rates) => rates[name])),
    ratio: median(rounds.map((rates) => rates[name] / rates[first])),
    requests: seconds * rounds.reduce((sum, rates) => sum + rates[name], 0),
  });
  return Object.fromEntries(names.map((name) => [name, toResult(name)])) as Record<Name, ReturnType<typeof toResult>>;
}

async function compareTracing(service: string, off: Gateway): Promise<void> {
  const without = await startGateway(service, {}, ['--import', join(ROOT, 'tools/prove/bench/without-tracing.ts')]);
  const on = await startGateway(service, { OTEL_EXPORTER_OTLP_ENDPOINT: service });
  const gateways = { without, off, on };
  const readAllCpuMs = () => Promise.all(Object.values(gateways).map(({ process: child }) => readCpuMs(child)));
  const before = await readAllCpuMs();
  const rounds = TRACING_ROUNDS_PER_PAIR * Number(options.pairs);
  const rates = await compare({ without: without.url, off: off.url, on: on.url }, TRACED_LIST, rounds, 1);
  const after = await readAllCpuMs();
  for (const [index, name] of (['without', 'off', 'on'] as const).entries()) {
    const { rate, ratio, requests } = rates[name];
    const target = TRACING_TARGETS[name];
    const cpuMs = ((after[index] ?? 0) - (before[index] ?? 0)) / requests;
    console.log(
      `tracing ${name.padEnd(8)} ${rate.toFixed(0)}/s   ${cpuMs.toFixed(4)} ms of processor time each   ratio ${ratio.toFixed(3)} (target ≥ ${target})${ratio < target ? '   below the target' : ''}`,
    );
  }
}

try {
  const service = `http://127.0.0.1:${await readPort(start('tools/prove/bench/list-server.ts'))}`;
  const bare = `http://127.0.0.1:${await readPort(start('tools/prove/bench/bare-proxy.ts', [service]))}`;
  const gateway = await startGateway(service);
  console.log(
    `Public lists, ${CONNECTIONS} connections, ${options.pairs} alternating pairs of ${RUN_SECONDS} s; target: gateway / bare proxy ≥ ${TARGET_RATIO}`,
  );
  for (const { name, path } of LISTS) {
    const rates = await compare({ bare, gateway: gateway.url }, path);
    const { ratio } = rates.gateway;
    console.log(
      `${name.padEnd(14)} bare ${rates.bare.rate.toFixed(0)}/s   gateway ${rates.gateway.rate.toFixed(0)}/s   ratio ${ratio.toFixed(2)}${ratio < TARGET_RATIO ? '   below the target' : ''}`,
    );
  }
  await compareTracing(service, gateway);
  const { ms, rate } = await measurePictureCost(gateway);
  console.log(
    `small picture  gateway ${rate.toFixed(0)}/s   ${ms.toFixed(2)} ms of its processor time each (target < ${PICTURE_TARGET_MS})${ms < PICTURE_TARGET_MS ? '' : '   above the target'}`,
  );
} finally {
  for (const child of children) child.disconnect();
}
