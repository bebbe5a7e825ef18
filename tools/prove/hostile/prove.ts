/**
 * `npm run prove:hostile`: a customer buys every five seconds, first alone, then while twenty networks attack the shop with odd paths, floods of
 * sign-ins, resets, uploads, carts and streams, and slow bodies. The customer must hardly notice, attackers get 4xx and 503, and memory and
 * disk come back.
 *   --seconds=N          how long the attack takes (default 80; the quiet time is half of it)
 *   --without-limits     the control, which must fail
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { drawnPet } from '../bench/photo.ts';
import { count, query, type Check } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';
import type { Answers } from './attack.ts';
import { readFolder, readMemory } from './usage.ts';

const PURCHASE_EVERY_MS = 5_000;
/** A customer notices it from twice on. */
const MAX_SLOWDOWN = 2;
/** Heaps of JavaScript grow with their first load, and stay. */
const MAX_MEMORY_GROWTH = 1.5;
const REST_MS = 30_000;
const GUESTS = 3;
/** Photos are deleted by a schedule of a minute, 100 at a time. */
const CLEANUP_TIMEOUT_MS = 10 * 60_000;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '80' }, 'without-limits': { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
const unlimited = '1000000';
const NO_LIMITS = {
  RATE_LIMIT_ENABLED: 'false',
  RATE_LIMIT_ACCOUNT_FAILURES: unlimited,
  RATE_LIMIT_ACCOUNT_RESETS: unlimited,
  UPLOAD_DAY_MB_GUEST: unlimited,
  UPLOAD_DAY_MB_NETWORK: unlimited,
  UPLOAD_DAY_MB_SHOP: unlimited,
  DISK_FREE_PERCENT: '0',
};

/** Nearest rank. */
function percentile95(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** Buys at each fifth second until then. Returns the milliseconds of each call, and the number of purchases. */
async function buy(customer: Shopper, forSeconds: number): Promise<{ durations: number[]; purchases: number }> {
  const before = customer.checkouts;
  customer.durations.length = 0;
  const end = Date.now() + forSeconds * 1000;
  while (Date.now() < end) {
    const next = delay(PURCHASE_EVERY_MS);
    await customer.buyOne();
    await next;
  }
  return { durations: [...customer.durations], purchases: customer.checkouts - before };
}

async function attack({ url }: Stack, customer: Shopper, guests: readonly Shopper[]): Promise<Answers> {
  const script = join(import.meta.dirname, 'attack.ts');
  const target = [
    '--url',
    url,
    '--seconds',
    String(seconds),
    '--product',
    customer.productId,
    '--email',
    customer.account.email,
    '--guests',
    JSON.stringify(guests.map(({ artworkId, cookie }) => ({ artworkId, cookie }))),
  ];
  const attackers = spawn(process.execPath, ['--conditions=@shop/source', '--import', 'tsx', script, ...target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(attackers.stdout)) as Answers;
}

interface Photos {
  /** Of guests, in the database. */
  rows: number;
  /** Being received. */
  incoming: number;
  megabytes: number;
}

async function readPhotos({ databases, folder }: Stack): Promise<Photos> {
  const rows = await count(
    databases.art,
    "SELECT FROM images WHERE type = 'upload' AND guest_id IS NOT NULL UNION ALL SELECT FROM file_removals",
  );
  return {
    rows,
    incoming: readFolder(join(folder.images, 'incoming')).files,
    megabytes: readFolder(folder.images).megabytes,
  };
}

/** Lets the guests' photos become two days old, and waits until their files are gone but for those that have an artwork. */
async function waitForCleanup(shop: Stack, withArtwork: number): Promise<Photos> {
  await query(
    shop.databases.art,
    `UPDATE images SET created_at = created_at - interval '2 days', review_at = now() - interval '1 second'
     WHERE type = 'upload' AND guest_id IS NOT NULL`,
  );
  const end = Date.now() + CLEANUP_TIMEOUT_MS;
  for (;;) {
    const photos = await readPhotos(shop);
    if (photos.rows + photos.incoming <= withArtwork || Date.now() > end) return photos;
    await delay(5_000);
  }
}

const isExpected = (answer: string): boolean => answer === '503' || answer === 'closed' || /^[234]\d\d$/.test(answer);

/** The customer, and the guests whose cookies the attackers have. */
async function prepareShoppers(shop: Stack): Promise<{ customer: Shopper; guests: Shopper[] }> {
  const open = (): Shopper => new Shopper(shop.url, new AbortController().signal);
  const photo = await drawnPet().resize(1200).jpeg().toBuffer();
  const customer = open();
  await customer.register();
  await customer.prepare(photo);
  await customer.buyOne();
  const guests = Array.from({ length: GUESTS }, open);
  for (const guest of guests) await guest.prepare(photo);
  return { customer, guests };
}

async function prove(shop: Stack): Promise<Check[]> {
  const { customer, guests } = await prepareShoppers(shop);

  const quiet = await buy(customer, seconds / 2);
  const quietPhotos = await readPhotos(shop);
  const quietMemory = readMemory();
  const failedBefore = customer.failedCalls;
  const [attacked, answers] = await Promise.all([buy(customer, seconds), attack(shop, customer, guests)]);
  const fullPhotos = await readPhotos(shop);
  const failedCalls = customer.failedCalls - failedBefore;

  await delay(REST_MS);
  const memory = readMemory();
  const sessionOfOwner = new Shopper(shop.url, AbortSignal.timeout(10_000), customer.account);
  const signsIn = await sessionOfOwner.signIn().then(
    () => 0,
    () => 1,
  );
  const photos = await waitForCleanup(shop, quietPhotos.rows);

  const [quietP95, attackedP95] = [percentile95(quiet.durations), percentile95(attacked.durations)];
  const sum = (sizes: Map<string, number>): number => [...sizes.values()].reduce((total, size) => total + size, 0);
  console.log(
    `\nThe customer's calls: p95 ${quietP95.toFixed(0)} ms alone (${quiet.purchases} purchases), ${attackedP95.toFixed(0)} ms during the attack (${attacked.purchases} purchases): ${(attackedP95 / quietP95).toFixed(2)} times.`,
  );
  console.log(
    `Memory: ${sum(quietMemory)} MiB before, ${sum(memory)} MiB ${REST_MS / 1000} s after the attack (${[...memory].map((each) => each.join(' ')).join(', ')}).`,
  );
  console.log(
    `Photos: ${quietPhotos.megabytes.toFixed(0)} MB before, ${fullPhotos.megabytes.toFixed(0)} MB with ${fullPhotos.rows} photos of guests after the attack, ${photos.megabytes.toFixed(0)} MB with ${photos.rows} a day later.`,
  );
  for (const [name, counts] of Object.entries(answers))
    console.log(
      `  ${name}: ${Object.entries(counts)
        .map(([answer, times]) => `${times} × ${answer}`)
        .join(', ')}`,
    );
  const unexpected = Object.values(answers)
    .flatMap((counts) => Object.entries(counts))
    .filter(([answer]) => !isExpected(answer));
  return [
    { name: `times slower than twice the quiet p95`, violations: attackedP95 > MAX_SLOWDOWN * quietP95 ? 1 : 0 },
    { name: "of the customer's calls failed", violations: failedCalls },
    { name: 'sign-ins of the customer after the attack were refused', violations: signsIn },
    {
      name: 'answers to attackers other than 2xx to 4xx and 503',
      violations: unexpected.reduce((total, [, times]) => total + times, 0),
    },
    {
      name: 'services died or kept the memory',
      violations: memory.size < quietMemory.size || sum(memory) > MAX_MEMORY_GROWTH * sum(quietMemory) ? 1 : 0,
    },
    { name: 'files of the attackers were kept', violations: photos.rows + photos.incoming - quietPhotos.rows },
    {
      name: 'runs without a purchase or an attack',
      violations: quiet.purchases > 0 && attacked.purchases > 0 && Object.keys(answers).length > 0 ? 0 : 1,
    },
  ];
}

const shop = await startStack({
  dataDir: await mkdtemp(join(tmpdir(), 'shop-hostile-')),
  port: 0,
  quiet: true,
  disposable: true,
  // The customer's own purchases are more than a household's.
  env: { RATE_LIMIT_CHECKOUT: '1000/600', ...(values['without-limits'] ? NO_LIMITS : {}) },
});
try {
  const checks = await prove(shop);
  for (const { name, violations } of checks) console.log(`  ${violations === 0 ? '✓' : '✗'} ${violations} ${name}`);
  const isProven = checks.every(({ violations }) => violations === 0);
  console.log(isProven ? '\nThe customer hardly noticed the attack.' : '\nThe attack succeeded.');
  process.exitCode = isProven ? 0 : 1;
} finally {
  await shop.stop();
  await rm(shop.folder.root, { recursive: true, force: true });
}
