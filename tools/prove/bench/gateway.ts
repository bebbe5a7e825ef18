/**
 * `npm run bench:gateway`: compares the built gateway with http-proxy-middleware on a plain HTTP server, for public lists with the same bytes.
 * The two run alternately for short times, so that other load affects both; the result is the ratio of each pair. Then measures the gateway's
 * processor time for a small picture. `--cpu-prof FOLDER` writes a profile of the gateway.
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

async function startGateway(serviceUrl: string): Promise<{ url: string; process: ChildProcess }> {
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
    },
    [...profile, '--import', join(ROOT, 'tools/prove/bench/report-cpu.ts')],
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
async function measurePictureCost(gateway: {
  url: string;
  process: ChildProcess;
}): Promise<{ ms: number; rate: number }> {
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

async function compare(
  bare: string,
  gateway: string,
  path: string,
): Promise<{ bare: number; gateway: number; ratio: number }> {
  const measured: { bare: number; gateway: number }[] = [];
  for (const url of [bare, gateway]) await requestsPerSecond(url + path, 1);
  for (let pair = 0; pair < Number(options.pairs); pair += 1) {
    // Alternates the order, as the second run has a warmer machine.
    const first = pair % 2 === 0 ? bare : gateway;
    const rates = new Map([[first, await requestsPerSecond(first + path)]]);
    const second = first === bare ? gateway : bare;
    rates.set(second, await requestsPerSecond(second + path));
    measured.push({ bare: rates.get(bare) ?? 0, gateway: rates.get(gateway) ?? 0 });
  }
  return {
    bare: median(measured.map((one) => one.bare)),
    gateway: median(measured.map((one) => one.gateway)),
    ratio: median(measured.map((one) => one.gateway / one.bare)),
  };
}

try {
  const service = `http://127.0.0.1:${await readPort(start('tools/prove/bench/list-server.ts'))}`;
  const bare = `http://127.0.0.1:${await readPort(start('tools/prove/bench/bare-proxy.ts', [service]))}`;
  const gateway = await startGateway(service);
  console.log(
    `Public lists, ${CONNECTIONS} connections, ${options.pairs} alternating pairs of ${RUN_SECONDS} s; target: gateway / bare proxy ≥ ${TARGET_RATIO}`,
  );
  for (const { name, path } of LISTS) {
    const { bare: usual, gateway: ours, ratio } = await compare(bare, gateway.url, path);
    console.log(
      `${name.padEnd(14)} bare ${usual.toFixed(0)}/s   gateway ${ours.toFixed(0)}/s   ratio ${ratio.toFixed(2)}${ratio < TARGET_RATIO ? '   below the target' : ''}`,
    );
  }
  const { ms, rate } = await measurePictureCost(gateway);
  console.log(
    `small picture  gateway ${rate.toFixed(0)}/s   ${ms.toFixed(2)} ms of its processor time each (target < ${PICTURE_TARGET_MS})${ms < PICTURE_TARGET_MS ? '' : '   above the target'}`,
  );
} finally {
  for (const child of children) child.disconnect();
}
