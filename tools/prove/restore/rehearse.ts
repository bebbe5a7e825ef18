/**
 * `npm run rehearse:restore`: customers buy while the databases are backed up at different moments. Then all is lost but the backups and
 * the images: the databases are restored and the broker is empty. The sandbox keeps its payments, as Stripe would. The operator's steps of
 * docs/backups.md follow, and SQL checks that nothing is missing and that each payment of a lost order goes back.
 *   --transport=rabbitmq|postgres   only this one
 *   --server=URL                    a PostgreSQL server without the shop's databases (default: the embedded one)
 *   --without-steps                 the negative control, which must fail
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { topology } from '@shop/contracts-all';
import type { AdminMoney } from '@shop/contracts-order';
import { changeProduct } from '@shop/contracts-catalog/routes';
import { eraseAccount } from '@shop/contracts-identity/routes';
import { getAdminMoney, getCart, resolveDiscrepancy } from '@shop/contracts-order/routes';
import { deleteNamespace, listQueueBindings } from '@shop/messaging/transport';
import { execa } from 'execa';
import { drawnPet } from '../bench/photo.ts';
import { count, query, runChecks, settle, type Check } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';
import { DATABASES } from '../../ops/shop/databases.ts';
import { withDatabase } from '../../ops/shop/addresses.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { createBackups, type Backups } from './backups.ts';
import { checkErased, checkLostPayments, checkReadModels, splitPayments } from './checks.ts';

/** The negative control never settles. */
const CONTROL_SETTLE_MS = 2 * 60_000;
/** More of them make the print files take longer, not the rehearsal better. */
const BUYERS = 2;
/** Between two backups, while customers buy. */
const PAUSE_MS = 3_000;
const WAIT_TIMEOUT_MS = 5 * 60_000;
/** The other transport backs up in reverse, so that each service is once older and once newer than its listeners. */
const BACKUP_ORDER = ['identity', 'catalog', 'art', 'orders', 'support'] as const;

type BackedUp = (typeof BACKUP_ORDER)[number];
type Transport = 'rabbitmq' | 'postgres';

const { values } = parseArgs({
  options: {
    transport: { type: 'string' },
    server: { type: 'string' },
    'without-steps': { type: 'boolean', default: false },
  },
});

const settleTimeoutMs = values['without-steps'] ? CONTROL_SETTLE_MS : undefined;
const photo = await drawnPet().resize(1200).jpeg().toBuffer();

/** The address of the server that holds a database. */
const toServerUrl = (databaseUrl: string): string => withDatabase(databaseUrl, 'postgres');

/** The rehearsal deletes the shop's databases on the given server. */
async function assertUnused(serverUrl: string): Promise<void> {
  const names = DATABASES.join("', '");
  if ((await count(serverUrl, `SELECT FROM pg_database WHERE datname IN ('${names}')`)) > 0)
    throw new Error(`The server of --server has databases of a shop already. Give it another one.`);
}

async function openCustomer(shop: Stack, stop: AbortSignal): Promise<Shopper> {
  const customer = new Shopper(shop.url, stop);
  await customer.register();
  await customer.prepare(photo);
  return customer;
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_TIMEOUT_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`This did not happen in time: ${what}`);
    await delay(200);
  }
}

/** Erases the account, and waits until all services have confirmed. Returns its id. */
async function eraseCustomer({ databases: { identity } }: Stack, customer: Shopper): Promise<string> {
  await customer.addToCart(1);
  const { email, password } = customer.account;
  const [user] = await query<{ id: string }>(identity, `SELECT id FROM users WHERE email = '${email}'`);
  await customer.callUntilDone(eraseAccount, { body: { password } });
  await waitUntil(
    'the account is erased',
    async () => (await count(identity, `SELECT 1 FROM users WHERE email = '${email}'`)) === 0,
  );
  return user?.id ?? '';
}

async function changePrice(admin: Shopper, productId: string, basePrice: string): Promise<void> {
  await admin.callUntilDone(changeProduct, { params: { id: productId }, body: { basePrice } });
}

/** Backs up each database while customers buy. Before the next backup, a price is changed and an account erased. Returns the ids of these. */
async function backUpWhileSelling(
  shop: Stack,
  { backups, admin }: { backups: Backups; admin: Shopper },
  order: readonly BackedUp[],
): Promise<string[]> {
  const [stop, never] = [new AbortController(), new AbortController()];
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => openCustomer(shop, stop.signal)));
  const leaving = await Promise.all(order.slice(1).map(() => openCustomer(shop, never.signal)));
  const buying = Promise.all(buyers.map((buyer) => buyer.buyUntilStopped()));
  buying.catch(() => stop.abort());
  await delay(PAUSE_MS);
  const erased: string[] = [];
  for (const [index, database] of order.entries()) {
    await backups.take(database);
    await delay(PAUSE_MS);
    const customer = leaving[index];
    if (!customer) break;
    await changePrice(admin, customer.productId, `1${index}.50`);
    erased.push(await eraseCustomer(shop, customer));
  }
  stop.abort();
  await buying;
  return erased;
}

/** All services are stopped. The images stay: they are copied after the databases. */
async function loseAndRestore({ databases, events }: Stack, backups: Backups): Promise<void> {
  for (const database of BACKUP_ORDER) await backups.restore(database);
  if (events.transport === 'rabbitmq')
    await deleteNamespace(events.url, events.namespace, listQueueBindings(events.namespace, topology));
  else
    for (const statement of ['DROP DATABASE events WITH (FORCE)', 'CREATE DATABASE events'])
      await query(toServerUrl(databases.events), statement);
}

/** The operator's commands on the running shop. */
async function followProcedure(dataDir: string): Promise<void> {
  const run = async (...args: string[]): Promise<void> => {
    const options = { cwd: PROJECT_ROOT, env: { DATA_DIR: dataDir } };
    const { stdout } = await execa('npm', ['run', '--silent', 'events', '--', ...args], options);
    console.log(stdout.replace(/^/gm, '    '));
  };
  await run('resend', '--since', '1h');
  for (const noun of Object.values(topology.republishableNouns).flat()) await run('republish', noun);
}

/** Order-svc reads Stripe's list of events once an hour. The rehearsal does not wait for it. */
async function skipAnHour({ databases: { orders } }: Stack): Promise<void> {
  await query(orders, `UPDATE provider_event_cursors SET polled_at = polled_at - interval '1 hour'`);
  await query(orders, `SELECT graphile_worker.add_job('payments.reconcile', job_key := 'payments.reconcile')`);
}

/** Gives back each payment on the Money page that belongs to no order. Returns their messages. */
async function giveMoneyBack(admin: Shopper): Promise<string[]> {
  const messages: string[] = [];
  for (;;) {
    const { discrepancies } = (await admin.callUntilDone(getAdminMoney)).json as AdminMoney;
    const unmatched = discrepancies.filter(({ kind }) => kind === 'unmatched-payment');
    if (unmatched.length === 0) return messages;
    for (const { id, message } of unmatched) {
      if (messages.includes(message)) throw new Error(`The Money page says again: ${message}`);
      messages.push(message);
      await admin.callUntilDone(resolveDiscrepancy, { params: { id } });
    }
  }
}

/** A customer signs in, draws and finds the price that an admin sets now, in the cart and on a paid order. */
async function checkPurchase(shop: Stack, admin: Shopper): Promise<Check> {
  const customer = await openCustomer(shop, AbortSignal.timeout(WAIT_TIMEOUT_MS));
  await changePrice(admin, customer.productId, '31.40');
  await customer.addToCart(1);
  await waitUntil('the new price is in the cart', async () => {
    const { items } = (await customer.callUntilDone(getCart)).json as { items: { unitPrice: string }[] };
    return items.every(({ unitPrice }) => unitPrice === '31.40');
  });
  await customer.buyOne();
  return { name: 'purchases that failed after the restore', violations: 1 - (await customer.countPaidOrders()) };
}

async function rehearse(transport: Transport, order: readonly BackedUp[]): Promise<Check[]> {
  if (values.server) await assertUnused(values.server);
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-restore-'));
  const shop = await startStack({
    dataDir,
    port: 0,
    quiet: true,
    disposable: true,
    embedded: transport === 'postgres',
    env: {
      DATABASE_URL: values.server,
      EVENTS_NAMESPACE: `restore-${randomBytes(4).toString('hex')}`,
      RATE_LIMIT_ENABLED: 'false',
      CHANGE_WINDOW_MINUTES: '0',
    },
  });
  try {
    if (shop.events.transport !== transport) throw new Error('RabbitMQ does not run on this machine');
    const { databases } = shop;
    const backups = await createBackups(toServerUrl(databases.orders), shop.folder.run);
    const account = { email: shop.adminEmail, password: shop.adminPassword };
    const admin = new Shopper(shop.url, new AbortController().signal, account);
    await admin.signIn();
    const erased = await backUpWhileSelling(shop, { backups, admin }, order);
    for (const service of [...SERVICES].reverse()) await shop.stopService(service);
    await loseAndRestore(shop, backups);
    await Promise.all(SERVICES.map((service) => shop.startService(service)));
    console.log(`\n${transport}: backed up in the order ${order.join(', ')} (${backups.method}), and restored.`);
    if (!values['without-steps']) await followProcedure(dataDir);
    await skipAnHour(shop);
    await settle(databases, settleTimeoutMs);
    const payments = await splitPayments(databases);
    console.log(
      `  ${payments.stored.length} payments have an order in the backup, ${payments.lost.length} were made later. ` +
        `${erased.length} accounts were erased since the first backup.`,
    );
    const checks = [
      { name: 'runs without a payment in the backup', violations: payments.stored.length > 0 ? 0 : 1 },
      ...(await checkLostPayments(databases, payments, await giveMoneyBack(admin))),
      ...(await checkReadModels(databases)),
      await checkErased(databases, erased),
      await checkPurchase(shop, admin),
    ];
    await settle(databases, settleTimeoutMs);
    return [...checks, ...(await runChecks(databases, (await splitPayments(databases)).stored))];
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
    if (values.server)
      for (const name of [...DATABASES, ...BACKUP_ORDER.map((database) => `${database}_backup`)])
        await query(values.server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

const orders: Record<Transport, readonly BackedUp[]> = {
  rabbitmq: BACKUP_ORDER,
  postgres: [...BACKUP_ORDER].reverse(),
};
const transports = values.transport ? [values.transport as Transport] : (['rabbitmq', 'postgres'] as const);
const results: Check[] = [];
for (const transport of transports) {
  const checks = await rehearse(transport, orders[transport]);
  for (const { name, violations } of checks) console.log(`  ${violations === 0 ? '✓' : '✗'} ${violations} ${name}`);
  results.push(...checks);
}
const isComplete = results.every(({ violations }) => violations === 0);
console.log(isComplete ? '\nThe restore lost nothing that was in the backups.' : '\nThe restore has lost something.');
process.exitCode = isComplete ? 0 : 1;
