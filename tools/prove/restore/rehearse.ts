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
import { changeProduct } from '@shop/contracts-catalog/routes';
import { getCart } from '@shop/contracts-order/routes';
import { deleteNamespace, listQueueBindings } from '@shop/messaging/transport';
import { count, query, runChecks, settle, type Check } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';
import { DATABASES } from '../../ops/shop/databases.ts';
import { withDatabase } from '../../ops/shop/addresses.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { createBackups, type Backups } from './backups.ts';
import { checkErased, checkLostPayments, checkReadModels, splitPayments } from './checks.ts';
import { eraseCustomer, openCustomer, WAIT_TIMEOUT_MS, waitUntil } from './customers.ts';
import { followProcedure, giveMoneyBack, skipAnHour } from './procedure.ts';

/** The negative control never settles. */
const CONTROL_SETTLE_MS = 2 * 60_000;
/** More of them make the print files take longer, not the rehearsal better. */
const BUYERS = 2;
/** Between two backups, while customers buy. */
const PAUSE_MS = 3_000;
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

/** The address of the server that holds a database. */
const toServerUrl = (databaseUrl: string): string => withDatabase(databaseUrl, 'postgres');

/** The rehearsal deletes the shop's databases on the given server. */
async function assertUnused(serverUrl: string): Promise<void> {
  const names = DATABASES.join("', '");
  if ((await count(serverUrl, `SELECT FROM pg_database WHERE datname IN ('${names}')`)) > 0)
    throw new Error(`The server of --server has databases of a shop already. Give it another one.`);
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
