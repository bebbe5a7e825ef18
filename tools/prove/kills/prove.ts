/**
 * `npm run prove:kills`: eight shoppers check out in a loop while a random service is killed every second, once with
 * RabbitMQ and once with PostgreSQL events; then SQL checks that nothing was lost or done twice. Some payments are reviewed: their orders
 * are printed once an admin continues them, and not before. The admin also asks their customers, and sends items of shipped orders again.
 *   --seconds=N              how long services are killed (default 180)
 *   --transport=rabbitmq|postgres   only this one
 *   --without-inbox          the negative control, which must fail
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawnPet } from '../bench/photo.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { AfterSaleAdmin } from './after-sale.ts';
import { checkHandledOnce, installFaults, listPayments, runChecks, settle, type Check } from './checks.ts';
import { CARDS, checkReviewed, continueReviewed } from './reviews.ts';
import { Shopper } from './shopper.ts';

const SHOPPERS = 8;
const KILL_INTERVAL_MS = 1_000;
const FREEZE_MS = 3_000;
const FREEZE_SHARE = 0.2;
/** An order is sent two seconds after it was submitted. */
const PRINTER_SPEED = '86400';

type Transport = 'rabbitmq' | 'postgres';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    transport: { type: 'string' },
    'without-inbox': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const withInbox = !values['without-inbox'];

/** Kills, or freezes for three seconds, a random service every second. Returns the numbers of both. */
async function killServices(shop: Stack, forSeconds: number): Promise<{ kills: number; freezes: number }> {
  const end = Date.now() + forSeconds * 1000;
  const thaws: Promise<void>[] = [];
  let kills = 0;
  while (Date.now() < end) {
    await delay(KILL_INTERVAL_MS);
    const service = SERVICES[Math.floor(Math.random() * SERVICES.length)] ?? 'order-svc';
    if (Math.random() < FREEZE_SHARE) {
      shop.kill(service, 'SIGSTOP');
      thaws.push(delay(FREEZE_MS).then(() => shop.kill(service, 'SIGCONT')));
    } else {
      shop.kill(service);
      kills += 1;
    }
  }
  await Promise.all(thaws);
  return { kills, freezes: thaws.length };
}

/** For a third of the time. */
async function withKills(shop: Stack, work: (stop: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const working = work(stop.signal);
  working.catch(() => undefined);
  await killServices(shop, seconds / 3);
  stop.abort();
  await working;
}

async function prepareShoppers(url: string, stop: AbortSignal): Promise<Shopper[]> {
  const shoppers = Array.from({ length: SHOPPERS }, () => new Shopper(url, stop));
  const photo = await drawnPet().resize(1200).jpeg().toBuffer();
  for (const [index, shopper] of shoppers.entries()) {
    await shopper.register();
    await shopper.prepare(photo);
    // On a slow machine each pays once.
    shopper.cards = [...CARDS.slice(index % CARDS.length), ...CARDS.slice(0, index % CARDS.length)];
  }
  return shoppers;
}

async function proveWith(transport: Transport): Promise<Check[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-kills-'));
  const shop = await startStack({
    dataDir,
    port: 0,
    quiet: true,
    disposable: true,
    maxRestartDelayMs: 500,
    embedded: transport === 'postgres',
    env: {
      RATE_LIMIT_ENABLED: 'false',
      CHANGE_WINDOW_MINUTES: '0',
      SANDBOX_PRINTER_SPEED: PRINTER_SPEED,
    },
  });
  try {
    if (transport === 'rabbitmq' && !shop.parts.events.url) throw new Error('RabbitMQ does not run on this machine');
    const { databases } = shop;
    const stop = new AbortController();
    const shoppers = await prepareShoppers(shop.url, stop.signal);
    const account = { email: shop.adminEmail, password: shop.adminPassword };
    const admin = new Shopper(shop.url, new AbortController().signal, account);
    await admin.signIn();
    const afterSale = new AfterSaleAdmin(shop.url, admin, shoppers, databases);
    await installFaults(databases, withInbox);
    const buying = Promise.all(shoppers.map((shopper) => shopper.buyUntilStopped()));
    buying.catch(() => stop.abort());
    const asking = afterSale.workUntilStopped(stop.signal);
    asking.catch(() => stop.abort());
    const { kills, freezes } = await killServices(shop, seconds);
    stop.abort();
    await buying;
    await asking;
    await settle(databases);
    // On a slow machine no order was sent before.
    await withKills(shop, (stopped) => afterSale.workUntilStopped(stopped));
    await settle(databases);
    const reviewed = await checkReviewed(databases);
    await continueReviewed(admin, databases);
    await afterSale.closeQuestions();
    await settle(databases);
    const payments = await listPayments(databases);
    const failedCalls = shoppers.reduce((total, shopper) => total + shopper.failedCalls, 0);
    console.log(
      `\n${transport}: ${kills} kills and ${freezes} freezes in ${seconds} s; ${payments.length} succeeded payments, ${afterSale.reprints.size} reprints and ${afterSale.questions.size} questions; ${failedCalls} calls failed and were repeated.`,
    );
    const checks = [
      ...reviewed,
      ...(await runChecks(databases, payments)),
      ...(await afterSale.runChecks()),
      await checkHandledOnce(databases),
    ];
    if (payments.length === 0) checks.push({ name: 'runs without a payment', violations: 1 });
    for (const { name, violations } of checks) console.log(`  ${violations === 0 ? '✓' : '✗'} ${violations} ${name}`);
    return checks;
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const transports = values.transport ? [values.transport as Transport] : (['rabbitmq', 'postgres'] as const);
const results: Check[] = [];
for (const transport of transports) results.push(...(await proveWith(transport)));
const isProven = results.every(({ violations }) => violations === 0);
console.log(isProven ? '\nNothing was lost or done twice.' : '\nThe shop broke a promise.');
process.exitCode = isProven ? 0 : 1;
