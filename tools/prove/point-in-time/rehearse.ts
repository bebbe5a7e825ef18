/**
 * `npm run rehearse:point-in-time`: customers buy while pgBackRest archives PostgreSQL and the pictures are copied. Then the server and the
 * pictures are lost, and both are restored to a second. The sandbox has a server of its own and keeps what happened since, as Stripe would.
 * After the operator's steps every restored paid order has its artwork and print file, and the files that belong to no row are listed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { SERVICES } from '../../dev/stack/services.ts';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { withDatabase } from '../../ops/shop/addresses.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { countWithoutExactlyOne, query, readOrderIds, runChecks, settle, type Check } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';
import { createDebianPostgres } from '../machines/debian-postgres.ts';
import { requirePrograms } from '../machines/packages.ts';
import { Purchases } from '../machines/purchases.ts';
import { report, SHOP_ENV } from '../machines/rehearsal.ts';
import { checkLostPayments, splitPayments } from '../restore/checks.ts';
import { eraseCustomer, openCustomer, waitUntil } from '../restore/customers.ts';
import { followProcedure, giveMoneyBack, skipAnHour } from '../restore/procedure.ts';
import { ArchivedPostgres, PictureCopies } from './archive.ts';

const BEFORE_MS = 20_000;
const AFTER_MS = 15_000;

requirePrograms('postgres', 'pgbackrest');

interface Orders {
  /** Paid at least a second before the chosen time. */
  before: string[];
  /** Paid after it. */
  after: string[];
}

async function readOrders({ databases: { orders } }: Stack, at: Date): Promise<Orders> {
  const time = at.toISOString();
  const paid = (condition: string): Promise<string[]> =>
    readOrderIds(orders, `SELECT id AS order_id FROM orders WHERE paid_at ${condition}`);
  return {
    before: await paid(`<= '${time}'::timestamptz - interval '1 second'`),
    after: await paid(`> '${time}'`),
  };
}

/** As an operator lists them. The shop need not run. */
async function listFiles(which: 'missing' | 'orphans', serverUrl: string, dataDir: string): Promise<string[]> {
  const options = { cwd: PROJECT_ROOT, env: { DATA_DIR: dataDir, DATABASE_URL: serverUrl }, reject: false };
  const { stdout, stderr } = await execa('npm', ['run', '--silent', 'files', '--', which], options);
  if (stderr !== '') throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Customers buy, one with an artwork leaves after the chosen time. Returns that time: a whole second. */
async function sell(shop: Stack, archived: ArchivedPostgres, copies: PictureCopies): Promise<Date> {
  const leaving = await openCustomer(shop, new AbortController().signal);
  const purchases = new Purchases(shop.url);
  await purchases.start();
  copies.start();
  await archived.takeFullBackup();
  await delay(BEFORE_MS);
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
  await delay(at.getTime() - Date.now() + 1_000);
  await copies.copyFiles();
  await eraseCustomer(shop, leaving);
  await delay(AFTER_MS);
  await purchases.stop();
  await copies.stop();
  await waitUntil('the WAL of that time is archived', async () => {
    const sql = `SELECT FROM pg_stat_archiver WHERE last_archived_time > '${at.toISOString()}'::timestamptz + interval '10 seconds'`;
    return (await query(archived.server.url, sql)).length > 0;
  });
  return at;
}

async function checkOrders({ databases: { art = '' } }: Stack, orders: Orders, restored: Orders): Promise<Check[]> {
  const complete = await readOrderIds(
    art,
    `SELECT order_id FROM print_files JOIN images i ON i.id = artwork_id WHERE print_files.status = 'completed' AND file IS NOT NULL`,
  );
  return [
    {
      name: 'runs without a paid order before and after the chosen time',
      violations: orders.before.length * orders.after.length > 0 ? 0 : 1,
    },
    {
      name: 'orders that were paid before and are lost',
      violations: countWithoutExactlyOne(orders.before, restored.before),
    },
    { name: 'orders that were paid after and are restored', violations: restored.after.length },
    {
      name: 'restored paid orders without their artwork and print file',
      violations: countWithoutExactlyOne(restored.before, complete),
    },
  ];
}

async function rehearse(shop: Stack, archived: ArchivedPostgres, folder: string): Promise<Check[]> {
  const { databases } = shop;
  const { url } = archived.server;
  const copies = new PictureCopies(shop.folder.images, join(folder, 'copies'));
  const admin = new Shopper(shop.url, new AbortController().signal, {
    email: shop.adminEmail,
    password: shop.adminPassword,
  });
  await admin.signIn();
  const at = await sell(shop, archived, copies);
  for (const service of [...SERVICES].reverse()) await shop.stopService(service);
  const orders = await readOrders(shop, at);
  await archived.loseAndRestore(at);
  await copies.loseAndRestore(at);
  for (const statement of ['DROP DATABASE events WITH (FORCE)', 'CREATE DATABASE events'])
    await query(withDatabase(url, 'postgres'), statement);
  const restored = await readOrders(shop, at);
  const [missing, orphans] = [
    await listFiles('missing', url, shop.folder.root),
    await listFiles('orphans', url, shop.folder.root),
  ];
  console.log(
    `  Restored to ${at.toISOString()}: ${orders.before.length} orders were paid before it, ${orders.after.length} after it. ${orphans.length} files belong to no row, such as ${orphans[0]}.`,
  );
  await Promise.all(SERVICES.map((service) => shop.startService(service)));
  await followProcedure(shop.folder.root);
  await skipAnHour(shop);
  await settle(databases);
  const payments = await splitPayments(databases);
  const lost = await checkLostPayments(databases, payments, await giveMoneyBack(admin));
  await settle(databases);
  const known = new Set(orphans);
  const newOrphans = (await listFiles('orphans', url, shop.folder.root)).filter((key) => !known.has(key));
  return [
    ...(await checkOrders(shop, orders, restored)),
    { name: 'files that restored rows need and that are missing', violations: missing.length },
    { name: 'runs without an orphaned file', violations: orphans.length > 0 ? 0 : 1 },
    {
      name: 'files that are missing once the shop has sold again',
      violations: (await listFiles('missing', url, shop.folder.root)).length,
    },
    { name: 'files that became orphans since', violations: newOrphans.length },
    ...lost,
    ...(await runChecks(databases, payments.stored)),
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'rehearse-point-in-time-'));
await chmod(folder, 0o755);
console.log('\nPostgreSQL and the pictures are lost, and restored to a second.');
const archived = await ArchivedPostgres.create(folder);
const outside = await createDebianPostgres(join(folder, 'sandbox'));
try {
  await archived.start();
  await outside.start();
  const shop = await startStack({
    dataDir: join(folder, 'shop'),
    port: 0,
    quiet: true,
    disposable: true,
    embedded: true,
    sandboxServer: outside.url,
    env: { ...SHOP_ENV, DATABASE_URL: archived.server.url },
  });
  try {
    report(await rehearse(shop, archived, folder));
  } finally {
    await shop.stop();
  }
} finally {
  await archived.server.stop('immediate').catch(() => undefined);
  await outside.stop('immediate').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}
