import { randomUUID } from 'node:crypto';
import { installJobs } from '@shop/jobs/worker';
import type { DataSource } from 'typeorm';
import { MigratedDatabases } from '../../test/migrated-databases.ts';
import type { RunSql } from '../shop/service-databases.ts';
import { findOrder, formatEntries, formatOrder, listEntries } from './order-story.ts';

const [ID, ITEM] = [randomUUID(), randomUUID()];
const [QUESTION, REPORT, REPRINT] = [randomUUID(), randomUUID(), randomUUID()];
let migrated: MigratedDatabases;
const databases = new Map<string, DataSource>();

const query =
  (name: string): RunSql =>
  async <Row>(sql: string, values: unknown[]) =>
    (await databases.get(name)?.query<Row[]>(sql, values)) ?? [];

async function addEvent(name: string, type: string, subject: string, at: string): Promise<void> {
  await query(name)(
    'INSERT INTO outbox (id, envelope, created_at, published_at) VALUES (gen_random_uuid(), $1, $2, $2)',
    [JSON.stringify({ type, subject }), at],
  );
}

async function addJob(name: string, kind: string, subject: string, runAt: string): Promise<void> {
  const { url } = databases.get(name)?.options as { url: string };
  await installJobs({ url });
  await query(name)(`SELECT graphile_worker.add_job($1, '{"attempt":3}', run_at := $2, job_key := $1 || ':' || $3)`, [
    kind,
    runAt,
    subject,
  ]);
}

beforeAll(async () => {
  migrated = await MigratedDatabases.start();
  databases.set('orders', await migrated.open('orders', 'order-svc'));
  databases.set('art', await migrated.open('art', 'art-svc'));
  databases.set('support', await migrated.open('support', 'support-svc'));
  const orders = query('orders');
  await orders(
    `INSERT INTO orders (id, order_number, user_id, status, payment_provider, payment_status, currency, subtotal_cents, total_cents, shipping_address, email, created_at)
     VALUES ($1, 'PA-1', $1, 'cancelled', 'stripe', 'refunded', 'usd', 2400, 3591, '{"name":"Pat Doe"}', 'pat@example.com', '2026-11-28T10:00:00Z')`,
    [ID],
  );
  await orders(
    `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at) VALUES
     ('stripe', 'pi_1', 'succeeded', 'ch_1', $1, 3591, 'usd', '2026-11-28T10:02:00Z')`,
    [ID],
  );
  await orders(
    `INSERT INTO order_refunds (source, order_id, n, reason, amount_cents, requested_at, failure) VALUES ('shop', $1, 1, 'a stain', 500, '2026-11-28T12:00:00Z', 'declined')`,
    [ID],
  );
  await orders(
    `INSERT INTO fulfilments (order_id, provider, state, due_at, attempts, reason) VALUES ($1, 'printful', 'waiting', '2026-11-28T11:00:00Z', 2, 'The printer does not answer.')`,
    [ID],
  );
  await orders(
    `INSERT INTO order_questions (id, order_id, text, asked_at, answer, answered_at) VALUES ($2, $1, 'Pat, is it too dark?', '2026-11-28T12:01:00Z', 'Brighten it.', '2026-11-28T12:02:00Z')`,
    [ID, QUESTION],
  );
  await orders(
    `INSERT INTO fulfilment_holds (order_id, kind, reference, opened_at, released_at, released_by) VALUES ($1, 'question', $2, '2026-11-28T12:01:00Z', '2026-11-28T12:03:00Z', 'admin')`,
    [ID, QUESTION],
  );
  await orders(
    `INSERT INTO problem_reports (id, order_id, kind, text, items, photo_ids, reported_at, closed_at) VALUES ($2, $1, 'damaged', 'A hole, says Pat', '[{}]', ARRAY[$2::uuid], '2026-11-28T13:00:00Z', '2026-11-28T13:01:00Z')`,
    [ID, REPORT],
  );
  await orders(
    `INSERT INTO reprints (id, order_id, report_id, reason, photo_ids, shipping_address, requested_at, provider) VALUES ($2, $1, $3, 'damaged', '{}', '{"name":"Pat Doe"}', '2026-11-28T13:01:00Z', 'printful')`,
    [ID, REPRINT, REPORT],
  );
  await addEvent('orders', 'order.paid', `order/${ID}`, '2026-11-28T10:02:01Z');
  await addEvent('orders', 'order.paid', `order/${randomUUID()}`, '2026-11-28T10:02:02Z');
  await query('art')(
    `INSERT INTO print_files (order_item_id, order_id, order_number, line, design, scale_sense, status, failure_reason, attempts, completed_at)
     VALUES ($1, $2, 'PA-1', 1, '{}', 'whole-artwork', 'failed', 'not-drawn', 8, '2026-11-28T10:05:00Z')`,
    [ITEM, ID],
  );
  await addEvent('art', 'print-file.failed', `order-item/${ITEM}`, '2026-11-28T10:05:01Z');
  await query('support')(
    `INSERT INTO emails (key, template, status, created_at, ended_at, reason) VALUES ($1, 'order-confirmed', 'dropped', '2026-11-28T10:03:00Z', '2026-11-28T10:04:00Z', 'expired')`,
    [`order-confirmed/${ID}`],
  );
  await addJob('orders', 'orders.submit', ID, '2026-11-28T11:00:01Z');
  await addJob('orders', 'orders.submit', randomUUID(), '2026-11-28T11:00:01Z');
  await addJob('art', 'art.print-file', ITEM, '2026-11-28T10:05:02Z');
  await query('art')(
    `SELECT graphile_worker.permanently_fail_jobs(array_agg(id), 'after 8: no picture') FROM graphile_worker.jobs`,
    [],
  );
}, 120_000);
afterAll(() => migrated.stop());

it('lists what happened to an order in all services, in time order, without names and addresses', async () => {
  const order = await findOrder(query('orders'), 'PA-1');
  expect(order && formatOrder(order)).toBe(`PA-1 (${ID}): cancelled, payment refunded, 35.91 USD`);
  const entries = await Promise.all(
    ['orders', 'art', 'support', 'sandbox'].map((name) => listEntries(name, query(name), ID)),
  );
  const lines = formatEntries(entries.flat()).map((line) => line.slice(11, 19) + line.slice(24));
  // It has failed just now.
  expect(lines.findLast((line) => line.includes('art.print-file'))?.slice(10)).toBe(
    'job          art.print-file: failed for good, attempt 3, after 8: no picture',
  );
  expect(lines.filter((line) => !line.includes('art.print-file'))).toEqual([
    '10:00:00  order        created',
    '10:02:00  ledger       succeeded 35.91 USD stripe ch_1',
    '10:02:01  event        order.paid',
    '10:04:00  email        order-confirmed: dropped, expired',
    '10:05:00  print file   line 1: failed, attempt 8, not-drawn',
    '10:05:01  event        print-file.failed',
    '11:00:00  printing     printful: waiting, attempt 2, The printer does not answer.',
    '11:00:01  job          orders.submit: waits, attempt 3',
    '12:00:00  refund       5.00 USD, a stain: failed, declined',
    `12:01:00  hold         question ${QUESTION}: opened`,
    `12:01:00  question     ${QUESTION}: asked`,
    `12:02:00  question     ${QUESTION}: answered`,
    `12:03:00  hold         question ${QUESTION}: released by admin`,
    `13:00:00  problem      ${REPORT}, damaged: reported, 1 lines, 1 photos`,
    `13:01:00  problem      ${REPORT}, closed: sent again`,
    `13:01:00  reprint      ${REPRINT}, damaged, printful: waiting, attempt 0`,
  ]);
});

it('does not find an order of another number', async () => {
  expect(await findOrder(query('orders'), 'PA-2')).toBeUndefined();
});
