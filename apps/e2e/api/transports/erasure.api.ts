import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADDRESS, SAMPLE } from '@shop/contracts-common/docs';
import pg from 'pg';
import { waitForEmail } from '../../support/emails.ts';
import { confirmCardAt } from '../../support/sandbox.ts';
import { expect, test } from '../../support/test.ts';
import { TestShop } from '../test-shop.ts';

const TABLES = `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`;

interface RunRecord {
  databases: Record<string, string>;
}

/** Rows of all tables in all databases that contain one of the texts in any column. */
async function findRowsContaining(databases: Record<string, string>, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [database, url] of Object.entries(databases)) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM ${name} t WHERE t::text ILIKE ANY ($1)`,
        [texts.map((text) => `%${text}%`)],
      );
      found.push(...rows.map(({ row }) => `${database} ${name}: ${row.slice(0, 300)}`));
    }
    await client.end();
  }
  return found;
}

test('no database contains a deleted account after its last order was delivered', async ({ api }) => {
  const { shop } = api.testShop;
  // A customer for this test only.
  const testShop = new TestShop(shop);
  const admin = await testShop.getClient('an admin');
  const client = await testShop.getClient('a customer', ['a cart']);
  const record = JSON.parse(await readFile(join(shop.folder.run, 'stack.json'), 'utf8')) as RunRecord;
  // Payment provider and printer keep records of their own.
  const { sandbox: _, ...databases } = record.databases;
  const mark = randomUUID().slice(0, 8);
  const home = { ...ADDRESS, name: `Zora ${mark}`, address: `7 ${mark} Lane` };
  const traces = [client.email, home.name, home.address];

  // Artwork, a paid order, a request, emails.
  const values = await testShop.createPreconditions(['a cart'], client, 'a customer');
  const { clientSecret, orderNumber } = await client.sendOrThrow<{ clientSecret: string; orderNumber: string }>(
    'POST',
    '/api/checkout/shipping',
    { body: home },
  );
  await confirmCardAt(shop.url, clientSecret);
  await waitForEmail(shop.folder.mail, client.email, /order/i);
  await client.sendOrThrow('POST', '/api/contact', {
    body: { name: home.name, email: client.email, subject: 'My parcel', message: `Please send it to ${home.address}.` },
  });
  await client.sendOrThrow('POST', '/api/forgot-password', { body: { email: client.email } });
  await waitForEmail(shop.folder.mail, client.email, /^Choose a new password/);
  const before = await findRowsContaining(databases, traces);
  for (const database of ['identity', 'orders', 'support'])
    expect(before.some((row) => row.startsWith(database))).toBe(true);

  expect((await client.send('POST', '/api/user/erase', { body: { password: SAMPLE.password } })).status).toBe(202);
  expect((await client.send('GET', '/api/user')).status).toBe(401);
  await expect.poll(async () => (await client.send('GET', `/media/${values.get(SAMPLE.photo)}`)).status).toBe(404);

  // The address is needed until the parcel is delivered.
  const orders = await admin.sendOrThrow<{ id: string; orderNumber: string }[]>('GET', '/api/admin/orders');
  const order = orders.find((each) => each.orderNumber === orderNumber)?.id ?? '';
  expect(
    (await admin.sendOrThrow<{ shippingAddress: object }>('GET', `/api/admin/orders/${order}`)).shippingAddress,
  ).toMatchObject({ address: home.address });
  for (const status of ['processing', 'shipped', 'delivered'])
    await admin.sendOrThrow('PATCH', `/api/admin/orders/${order}/status`, { body: { status } });

  await waitForEmail(shop.folder.mail, client.email, /^Your account was deleted/);
  await expect.poll(() => findRowsContaining(databases, traces), { timeout: 60_000 }).toEqual([]);
  expect((await admin.sendOrThrow<{ orderNumber: string }>('GET', `/api/admin/orders/${order}`)).orderNumber).toBe(
    orderNumber,
  );
  const note = await admin.send('PATCH', `/api/admin/orders/${order}/note`, { body: { note: 'Moved to Maine.' } });
  expect([note.status, note.text]).toEqual([
    409,
    'The customer asked to be forgotten: this order takes no notes any more.',
  ]);
});

test('an erasure is completed after a service that was down is running again, not earlier', async ({ api }) => {
  const { shop } = api.testShop;
  const client = await new TestShop(shop).getClient('a customer');
  const account = { email: client.email, password: SAMPLE.password };
  await shop.stopService('art-svc');
  try {
    expect((await client.send('POST', '/api/user/erase', { body: { password: SAMPLE.password } })).status).toBe(202);
    expect((await client.send('POST', '/api/login', { body: account })).status).toBe(401);
    expect((await client.send('POST', '/api/register', { body: account })).status).toBe(409);
  } finally {
    await shop.startService('art-svc');
  }
  await waitForEmail(shop.folder.mail, client.email, /^Your account was deleted/);
  expect((await client.send('POST', '/api/register', { body: account })).status).toBe(201);
});
