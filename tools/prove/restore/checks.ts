/** What must be true after a restore, besides the checks of orders and events. */
import { count, listPayments, query, type Check, type Databases, type Payment } from '../kills/checks.ts';

type Row = Record<string, unknown>;

/** Number of the owner's rows that the read model does not have, or has with other values. */
async function countDifferent(owner: [url: string, sql: string], reader: [url: string, sql: string]): Promise<number> {
  const [own, read] = await Promise.all([owner, reader].map(([url, sql]) => query<Row>(url, sql)));
  const known = new Set(read?.map((row: Row) => JSON.stringify(row)));
  return own?.filter((row: Row) => !known.has(JSON.stringify(row))).length ?? 0;
}

/** The owners' present state is in the databases of the services that listen to it. */
export async function checkReadModels(databases: Databases): Promise<Check[]> {
  const { identity = '', catalog = '', art = '', orders = '', support = '' } = databases;
  const users = 'SELECT id, email FROM users WHERE closed_at IS NULL';
  return [
    {
      name: 'products whose price or state order-svc does not know',
      violations: await countDifferent(
        [catalog, 'SELECT id, base_price_cents, active FROM products WHERE deleted_at IS NULL'],
        [orders, 'SELECT id, base_price_cents, active FROM catalogue_products WHERE deleted_at IS NULL'],
      ),
    },
    {
      name: 'artworks that order-svc does not know',
      violations: await countDifferent(
        [art, `SELECT id, user_id FROM images WHERE type = 'artwork'`],
        [orders, 'SELECT id, user_id FROM artworks'],
      ),
    },
    {
      name: 'accounts that order-svc does not know',
      violations: await countDifferent([identity, users], [orders, 'SELECT id, email FROM accounts']),
    },
    {
      name: 'accounts that support-svc does not know',
      violations: await countDifferent([identity, users], [support, 'SELECT user_id AS id, email FROM accounts']),
    },
  ];
}

const PERSONAL_TABLES: Record<string, readonly string[]> = {
  identity: ['users WHERE id', "sessions WHERE sess ->> 'userId'"],
  art: ['images WHERE user_id', 'ai_jobs WHERE user_id'],
  orders: ['accounts WHERE id', 'artworks WHERE user_id', 'carts WHERE user_id', 'orders WHERE user_id'],
  support: ['accounts WHERE user_id', 'contact_submissions WHERE user_id'],
};

/** Accounts that were erased after some of the backups stay erased. */
export async function checkErased(databases: Databases, userIds: readonly string[]): Promise<Check> {
  let violations = 0;
  for (const [database, tables] of Object.entries(PERSONAL_TABLES))
    for (const table of tables) {
      const sql = `SELECT 1 FROM ${table} IN ('${userIds.join("', '")}')`;
      violations += await count(databases[database] ?? '', sql);
    }
  return { name: 'rows of erased accounts', violations };
}

interface PaymentsByOrder {
  /** Their order is in the backup, and has the intent there. */
  stored: Payment[];
  /** Stripe, and so its sandbox, is not restored: it has payments that belong to no order any more. */
  lost: Payment[];
}

export async function splitPayments(databases: Databases): Promise<PaymentsByOrder> {
  const [payments, intents] = await Promise.all([
    listPayments(databases),
    query<{ id: string }>(databases.orders ?? '', 'SELECT intent_id AS id FROM payment_intents'),
  ]);
  const ids = new Set(intents.map(({ id }) => id));
  const isStored = ({ intentId }: Payment): boolean => ids.has(intentId);
  return { stored: payments.filter(isStored), lost: payments.filter((payment) => !isStored(payment)) };
}

/** `messages`: of the unmatched payments on the Money page, whose money an admin has given back. */
export async function checkLostPayments(
  { sandbox = '' }: Databases,
  { stored, lost }: PaymentsByOrder,
  messages: readonly string[],
): Promise<Check[]> {
  const refunds = await query<{ intentId: string; cents: string }>(
    sandbox,
    `SELECT document->>'payment_intent' AS "intentId", sum((document->>'amount')::bigint)::text AS cents
     FROM stripe_objects WHERE kind = 'refund' AND document->>'status' = 'succeeded' GROUP BY 1`,
  );
  const refunded = new Map(refunds.map(({ intentId, cents }) => [intentId, cents]));
  const isNamedOnce = ({ intentId }: Payment): boolean =>
    messages.filter((message) => message.includes(intentId)).length === 1;
  return [
    { name: 'runs without a payment after the backup of orders', violations: lost.length > 0 ? 0 : 1 },
    {
      name: 'payments without an order that were not on the Money page once',
      violations: lost.filter((payment) => !isNamedOnce(payment)).length,
    },
    {
      name: 'payments on the Money page that have an order',
      violations: messages.length - lost.filter(isNamedOnce).length,
    },
    {
      name: 'payments without an order whose money did not go back',
      violations: lost.filter(({ intentId, amountCents }) => refunded.get(intentId) !== amountCents).length,
    },
    {
      name: 'payments with an order whose money went back',
      violations: stored.filter(({ intentId }) => refunded.has(intentId)).length,
    },
  ];
}
