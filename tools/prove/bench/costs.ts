/**
 * `npm run bench:costs`: processor time of calls, drawings and purchases in each process, what a purchase stores and how many connections
 * are open. From it the cores that 10, 100 and 1,000 orders a minute need. The shop is one of its own with its own PostgreSQL, and the
 * RabbitMQ of this machine, whose time includes what other shops do. docs/scaling.md has the results.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateArtwork, uploadPhoto } from '@shop/contracts-art/routes';
import { listProducts } from '@shop/contracts-catalog/routes';
import { getCart } from '@shop/contracts-order/routes';
import { getUser } from '@shop/contracts-identity/routes';
import pg from 'pg';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { readFolder } from '../hostile/usage.ts';
import { settle } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';
import { drawnPet } from './photo.ts';
import { takeReading, toCost, toIdleLoad } from './process-cpu.ts';

const STYLES = ['cyberpunk', 'modern', 'minimalistic', 'abstract'] as const;
const IDLE_LOOKS = 3;
const CALLS = 300;
const UPLOADS = 8;
const PURCHASES = 20;
/** Assumptions of docs/scaling.md for one order: visitors of whom one buys, each with calls and a page; uploads, and drawings of all styles. */
const PER_ORDER = { visits: 40, pages: 1, calls: 25, uploads: 3, drawings: 12 };
const ORDERS_A_MINUTE = [10, 100, 1_000];

type Cost = Map<string, number>;

const format = (value: number): string => (value < 100 ? value.toFixed(1) : Math.round(value).toString());
const print = (name: string, cost: Cost): void =>
  console.log(`${name.padEnd(34)} ${[...cost].map(([part, ms]) => `${part} ${format(ms)}`).join(', ')}`);

interface Bench {
  shop: Stack;
  idle: Cost;
}

/** Runs the work some times and prints its mean. */
async function measure(
  { shop, idle }: Bench,
  name: string,
  runs: number,
  work: () => Promise<unknown>,
  end: () => Promise<void> = () => Promise.resolve(),
): Promise<Cost> {
  await work();
  await end();
  const before = takeReading(shop.settings.dataDir);
  for (let run = 0; run < runs; run += 1) await work();
  await end();
  const cost = toCost(before, takeReading(shop.settings.dataDir), idle, runs);
  print(name, cost);
  return cost;
}

async function readNumber(url: string, sql: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ number: string }>(sql);
    return Number(rows[0]?.number);
  } finally {
    await client.end();
  }
}

interface Stored {
  walBytes: number;
  databaseBytes: number;
  events: number;
  files: number;
  megabytes: number;
}

async function readStored({ databases, folder }: Stack): Promise<Stored> {
  const server = databases.orders;
  let events = 0;
  for (const name of ['identity', 'catalog', 'art', 'orders', 'support'] as const)
    events += await readNumber(databases[name], 'SELECT count(*) AS number FROM outbox');
  return {
    walBytes: await readNumber(server, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS number"),
    databaseBytes: await readNumber(server, 'SELECT sum(pg_database_size(datname)) AS number FROM pg_database'),
    events,
    ...readFolder(folder.images),
  };
}

const CONNECTIONS = `SELECT count(*) AS number FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

function printStored(before: Stored, after: Stored, purchases: number): void {
  const each = (key: keyof Stored): number => (after[key] - before[key]) / purchases;
  console.log(
    `A purchase stores ${format(each('databaseBytes') / 1e3)} kB in tables and indexes, writes ${format(each('walBytes') / 1e3)} kB of WAL, publishes ${format(each('events'))} events, and adds ${format(each('files'))} files of ${format(each('megabytes'))} MB.`,
  );
}

function printCores(costs: Record<'page' | 'call' | 'upload' | 'drawing' | 'purchase', Cost>): void {
  const { visits, pages, calls, uploads, drawings } = PER_ORDER;
  const weights = { page: visits * pages, call: visits * calls, upload: uploads, drawing: drawings, purchase: 1 };
  const perOrder = new Map<string, number>();
  for (const [kind, weight] of Object.entries(weights) as [keyof typeof costs, number][])
    for (const [part, ms] of costs[kind]) perOrder.set(part, (perOrder.get(part) ?? 0) + ms * weight);
  console.log(`\nCores in use, with ${JSON.stringify(PER_ORDER)} for each order:`);
  for (const [part, ms] of perOrder)
    console.log(
      `${part.padEnd(14)} ${ORDERS_A_MINUTE.map((orders) => format((ms * orders) / 60_000).padStart(9)).join('')}`,
    );
}

async function bench(shop: Stack): Promise<void> {
  const shopper = new Shopper(shop.url, new AbortController().signal);
  const photo = await drawnPet().resize(1_600).jpeg().toBuffer();
  await shopper.register();
  await shopper.prepare(photo);
  const settled = (): Promise<void> => settle(shop.databases);
  await settled();
  const rested = takeReading(shop.settings.dataDir);
  // Waiting for the end of all work asks the databases, which is no work of the shop.
  for (let look = 0; look < IDLE_LOOKS; look += 1) await settled();
  const measured = { shop, idle: toIdleLoad(rested, takeReading(shop.settings.dataDir)) };
  print('\nPercent of a core without work', new Map([...measured.idle].map(([part, share]) => [part, share * 100])));
  console.log('\nMilliseconds of processor time:');
  const page = await measure(measured, 'the first page', CALLS, async () => {
    const response = await fetch(shop.url);
    await response.arrayBuffer();
  });
  const call = await measure(measured, 'GET /api/products', CALLS, () => shopper.callUntilDone(listProducts));
  await measure(measured, 'GET /api/user', CALLS, () => shopper.callUntilDone(getUser));
  await measure(measured, 'GET /api/cart', CALLS, () => shopper.callUntilDone(getCart));
  let url = '';
  const upload = await measure(measured, 'an upload with its cut-out', UPLOADS, async () => {
    // Another picture each time: one that is known is not cut out again.
    const bytes = await drawnPet()
      .resize(1_600)
      .modulate({ hue: Math.floor(Math.random() * 360) })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'pet.jpg');
    const { json } = await shopper.callUntilDone(uploadPhoto, { form, timeoutMs: 120_000 });
    ({ url } = json as { url: string });
  });
  let drawings = 0;
  const drawing = await measure(measured, 'a drawing', UPLOADS * 2, () =>
    shopper.callUntilDone(generateArtwork, {
      body: { imageUrl: url, styleKey: STYLES[drawings++ % STYLES.length], prompt: `number ${drawings}` },
      headers: { 'idempotency-key': randomUUID() },
      timeoutMs: 120_000,
    }),
  );
  await settled();
  const before = await readStored(shop);
  const callsBefore = shopper.durations.length;
  await measure(measured, 'a purchase of pet tags', PURCHASES, () => shopper.buyOne(), settled);
  printStored(before, await readStored(shop), PURCHASES + 1);
  const calls = shopper.durations.length - callsBefore;
  console.log(
    `It takes ${format(calls / (PURCHASES + 1))} calls. ${await readNumber(shop.databases.orders, CONNECTIONS)} connections to PostgreSQL are open.`,
  );
  await shopper.prepare(photo, 'tshirt');
  const shirt = await measure(measured, 'a purchase of t-shirts', PURCHASES, () => shopper.buyOne(), settled);
  printCores({ page, call, upload, drawing, purchase: shirt });
}

const dataDir = await mkdtemp(join(tmpdir(), 'shop-costs-'));
const shop = await startStack({
  dataDir,
  port: 0,
  disposable: true,
  env: { RATE_LIMIT_ENABLED: 'false', CHANGE_WINDOW_MINUTES: '0', SANDBOX_PRINTER_SPEED: '86400' },
});
try {
  await bench(shop);
} finally {
  await shop.stop();
  await rm(dataDir, { recursive: true, force: true });
}
