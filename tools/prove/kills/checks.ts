/** What must be true in the databases whatever was killed or restored. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type Databases = Record<string, string>;

/** How long the services may take for what is left: mostly print files. */
const SETTLE_TIMEOUT_MS = 15 * 60_000;

const SERVICE_DATABASES = ['identity', 'catalog', 'art', 'orders', 'support'] as const;

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export const count = async (url: string, sql: string): Promise<number> =>
  Number((await query<{ count: string }>(url, `SELECT count(*) FROM (${sql}) AS rows`))[0]?.count);

const sum = async (databases: Databases, sql: string): Promise<number> => {
  const counts = await Promise.all(SERVICE_DATABASES.map((name) => count(databases[name] ?? '', sql)));
  return counts.reduce((total, each) => total + each, 0);
};

/**
 * Makes delivery at least once visible: of the outbox's batches, one in ten fails after the broker's confirmation and
 * is sent again, and `handled_events` records each time that a handler applied an event. Without inbox, an event that
 * arrives again is applied again.
 */
export async function installFaults(databases: Databases, withInbox: boolean): Promise<void> {
  const faults = `
    CREATE TABLE handled_events (event_id uuid NOT NULL, handler text NOT NULL);
    CREATE FUNCTION record_handled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO handled_events VALUES (NEW.event_id, NEW.handler); RETURN NULL; END $$;
    CREATE TRIGGER record_handled AFTER INSERT ON processed_events FOR EACH ROW EXECUTE FUNCTION record_handled();
    CREATE FUNCTION fail_after_publishing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF random() < 0.1 THEN RAISE EXCEPTION 'simulated crash after publishing'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER fail_after_publishing BEFORE UPDATE ON outbox FOR EACH STATEMENT EXECUTE FUNCTION fail_after_publishing();`;
  const noInbox = `
    CREATE FUNCTION forget_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN DELETE FROM processed_events WHERE event_id = NEW.event_id AND handler = NEW.handler; RETURN NEW; END $$;
    CREATE TRIGGER forget_event BEFORE INSERT ON processed_events FOR EACH ROW EXECUTE FUNCTION forget_event();`;
  for (const name of SERVICE_DATABASES) await query(databases[name] ?? '', withInbox ? faults : faults + noInbox);
}

export interface Payment {
  intentId: string;
  orderId: string;
  /** As text, like PostgreSQL's bigint. */
  amountCents: string;
}

/** What the sandbox of payments has received. */
export const listPayments = ({ sandbox = '' }: Databases): Promise<Payment[]> =>
  query(
    sandbox,
    `SELECT document->>'id' AS "intentId", document #>> '{metadata,orderId}' AS "orderId", document->>'amount' AS "amountCents"
     FROM stripe_objects WHERE kind = 'payment_intent' AND document->>'status' = 'succeeded'`,
  );

interface PaidOrder {
  id: string;
  paymentStatus: string;
  totalCents: string;
}

const listPaidOrders = ({ orders = '' }: Databases): Promise<PaidOrder[]> =>
  query(
    orders,
    `SELECT id, payment_status AS "paymentStatus", total_cents::text AS "totalCents" FROM orders WHERE paid_at IS NOT NULL`,
  );

/** Payments that order-svc does not know, neither with an order nor without. */
async function countUnknownPayments(databases: Databases): Promise<number> {
  const recorded = `SELECT intent_id AS "intentId" FROM ledger_entries WHERE kind = 'succeeded'`;
  const [payments, known] = await Promise.all([
    listPayments(databases),
    query<{ intentId: string }>(databases.orders ?? '', recorded),
  ]);
  const ids = new Set(known.map(({ intentId }) => intentId));
  return payments.filter(({ intentId }) => !ids.has(intentId)).length;
}

/** Work that is not finished yet; 0 once all events are delivered, and everything that follows from a payment is done. Orders on hold wait. */
async function countUnfinished(databases: Databases): Promise<number> {
  const { orders = '', art = '', support = '' } = databases;
  const counts = await Promise.all([
    sum(databases, 'SELECT 1 FROM outbox WHERE published_at IS NULL'),
    countUnknownPayments(databases),
    count(
      orders,
      `SELECT 1 FROM fulfilments f WHERE state <> 'submitted' AND NOT EXISTS (SELECT FROM fulfilment_holds h WHERE h.order_id = f.order_id AND h.released_at IS NULL)`,
    ),
    count(orders, `SELECT 1 FROM reprints WHERE state IN ('waiting', 'submitting')`),
    count(art, `SELECT 1 FROM print_files WHERE status IN ('pending', 'processing')`),
    count(support, `SELECT 1 FROM emails WHERE status = 'waiting'`),
  ]);
  return counts.reduce((total, each) => total + each, 0);
}

/** Waits until no work is left, twice in a row, as an event in the broker is in no table. */
export async function settle(databases: Databases, timeoutMs = SETTLE_TIMEOUT_MS): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (let quietLooks = 0; quietLooks < 2 && Date.now() < end;) {
    await delay(3_000);
    quietLooks = (await countUnfinished(databases)) === 0 ? quietLooks + 1 : 0;
  }
}

/** Events that have waited in an outbox for so many seconds. */
export const countWaitingEvents = (databases: Databases, seconds: number): Promise<number> =>
  sum(
    databases,
    `SELECT 1 FROM outbox WHERE published_at IS NULL AND created_at < now() - interval '${seconds} seconds'`,
  );

export interface Check {
  name: string;
  /** 0: the promise holds. */
  violations: number;
}

export async function readOrderIds(url: string, sql: string): Promise<string[]> {
  return (await query<{ order_id: string }>(url, sql)).map(({ order_id }) => order_id);
}

/** Number of things, mostly payments, of which `found` does not have exactly one. */
export function countWithoutExactlyOne(paid: readonly string[], found: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1);
  return paid.filter((id) => counts.get(id) !== 1).length;
}

/** Every payment has one order, fulfilment, order at the printer and email, and no event is left. */
export async function runChecks(databases: Databases, payments: readonly Payment[]): Promise<Check[]> {
  const { sandbox = '', art = '', support = '' } = databases;
  const paidOrders = await listPaidOrders(databases);
  const paid = payments.map(({ orderId }) => orderId);
  const [printFiles, printOrders, emails] = await Promise.all([
    readOrderIds(art, 'SELECT order_id FROM print_files'),
    readOrderIds(sandbox, 'SELECT external_id::uuid::text AS order_id FROM printful_orders'),
    readOrderIds(
      support,
      `SELECT split_part(key, '/', 2) AS order_id FROM emails WHERE template = 'order-confirmed' AND status = 'sent'`,
    ),
  ]);
  return [
    {
      name: 'payments without one paid order of their amount',
      violations: payments.filter(
        ({ orderId, amountCents }) =>
          !paidOrders.some(
            ({ id, paymentStatus, totalCents }) =>
              id === orderId && paymentStatus === 'paid' && totalCents === amountCents,
          ),
      ).length,
    },
    { name: 'orders paid twice', violations: paid.length - new Set(paid).size },
    {
      name: 'paid orders without a payment',
      violations: paidOrders.filter(({ id }) => !paid.includes(id)).length,
    },
    { name: 'payments without one fulfilment', violations: countWithoutExactlyOne(paid, printFiles) },
    { name: 'payments without one order at the printer', violations: countWithoutExactlyOne(paid, printOrders) },
    { name: 'payments without one confirmation email', violations: countWithoutExactlyOne(paid, emails) },
    {
      name: 'events in an outbox',
      violations: await sum(databases, 'SELECT 1 FROM outbox WHERE published_at IS NULL'),
    },
    {
      name: 'dead letters',
      violations: await sum(databases, 'SELECT 1 FROM dead_letters WHERE resolved_at IS NULL'),
    },
  ];
}

/** Needs `installFaults`. */
export async function checkHandledOnce(databases: Databases): Promise<Check> {
  return {
    name: 'events that a handler applied twice',
    violations: await sum(databases, 'SELECT 1 FROM handled_events GROUP BY event_id, handler HAVING count(*) > 1'),
  };
}
