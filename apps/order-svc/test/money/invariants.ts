import { computeOrderTotals } from '@shop/contracts-order';
import { computePaymentStatus, type LedgerEntry } from '../../src/payments/payment-state.rules.js';
import type pg from 'pg';
import { REFUND_REASON } from './command-runner.js';
import { RETURNED_MONEY_VIOLATIONS } from './returned-money-invariants.js';
import type { TestRun } from './scenarios.js';
import { AFTER_SALE_VIOLATIONS } from './after-sale-invariants.js';
import { REPRINT_VIOLATIONS } from './reprint-invariants.js';
import { CHANGE_VIOLATIONS } from './change-invariants.js';
import { DOUBT_VIOLATIONS } from './doubt-invariants.js';
import { PRINT_VIOLATIONS } from './print-invariants.js';

/** Each statement finds violations after all webhooks are delivered and all payments are reconciled. */
const VIOLATIONS: Record<string, string> = {
  ...PRINT_VIOLATIONS,
  ...CHANGE_VIOLATIONS,
  ...RETURNED_MONEY_VIOLATIONS,
  ...REPRINT_VIOLATIONS,
  ...AFTER_SALE_VIOLATIONS,
  'a succeeded payment is neither one paid order of exactly its amount nor refunded in full': `
    SELECT i.id, i.amount_cents, o.status, o.payment_status, o.total_cents, back.cents AS refunded, lost.cents AS lost
    FROM stripe_intents i LEFT JOIN orders_with_intents o ON o.intent_id = i.id,
      LATERAL (SELECT COALESCE(sum(amount_cents), 0) AS cents FROM stripe_refunds WHERE intent_id = i.id AND status = 'succeeded') back,
      -- The bank returned the money itself.
      LATERAL (SELECT COALESCE(sum(amount_cents), 0) AS cents FROM stripe_disputes WHERE intent_id = i.id AND status = 'lost') lost
    WHERE i.status = 'succeeded' AND NOT (
      COALESCE(o.paid_at IS NOT NULL AND o.status IN ('paid', 'processing', 'shipped', 'delivered') AND o.total_cents = i.amount_cents AND o.currency = i.currency
        -- A full refund stays refunded, even if the bank returned some of it.
        AND (o.payment_status = CASE WHEN back.cents < i.amount_cents THEN 'paid' ELSE 'refunded' END
          OR o.payment_status = 'refunded' AND EXISTS (SELECT FROM stripe_refunds WHERE intent_id = i.id AND status = 'failed')), false)
      OR back.cents + lost.cents = i.amount_cents AND COALESCE(o.status = 'cancelled' AND (o.paid_at IS NULL OR o.payment_status = 'refunded' OR lost.cents > 0), true))`,
  'an order says paid without a payment of exactly its amount': `
    SELECT o.id, o.total_cents, i.status, i.amount_cents FROM orders_with_intents o LEFT JOIN stripe_intents i ON i.id = o.intent_id
    WHERE o.payment_status IN ('paid', 'refunded') AND (i.status IS DISTINCT FROM 'succeeded' OR i.amount_cents <> o.total_cents)`,
  'an order was not published as paid exactly once per payment': `
    SELECT o.id, o.payment_status, published.times FROM orders o,
      LATERAL (SELECT count(*)::int AS times FROM outbox WHERE envelope->>'type' = 'order.paid' AND envelope->>'subject' = 'order/' || o.id) published
    WHERE published.times <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE 1 END OR o.paid_at IS NOT NULL AND o.payment_status NOT IN ('paid', 'refunded')`,
  'an order was published as placed more than once': `
    SELECT envelope->>'subject' AS subject FROM outbox WHERE envelope->>'type' = 'order.placed' GROUP BY 1 HAVING count(*) > 1`,
  'more was refunded than was paid': `
    SELECT i.id, i.amount_cents, sum(r.amount_cents) AS refunded FROM stripe_intents i JOIN stripe_refunds r ON r.intent_id = i.id AND r.status <> 'failed'
    GROUP BY i.id, i.amount_cents, i.status HAVING i.status <> 'succeeded'
      OR sum(r.amount_cents) + (SELECT COALESCE(sum(amount_cents), 0) FROM stripe_disputes WHERE intent_id = i.id AND status = 'lost') > i.amount_cents`,
  'an order has two payment intents that can be paid, or were': `SELECT order_id FROM stripe_intents WHERE status <> 'canceled' GROUP BY order_id HAVING count(*) > 1`,
  'a figure is not what the tables contain': `
    SELECT name, account, livemode, sum(value) AS difference FROM (SELECT * FROM count_figures()
      UNION ALL SELECT name, account, livemode, -value FROM figures
      UNION ALL SELECT name, account, livemode, -change FROM figure_changes) f
    -- The observer adds products and print files without triggers.
    WHERE name <> 'products' AND name NOT LIKE 'print-files%' GROUP BY name, account, livemode HAVING sum(value) <> 0`,
  'what was sold when is not what the tables contain': `
    SELECT kind, starts_at, key, account, livemode, sum(count) AS count, sum(cents) AS cents FROM (SELECT * FROM count_sales()
      UNION ALL SELECT kind, starts_at, key, account, livemode, -count, -cents FROM sales_figures WHERE grain = 'quarter-hour'
      UNION ALL SELECT kind, starts_at, key, account, livemode, -count, -cents FROM sales_changes) f
    GROUP BY kind, starts_at, key, account, livemode HAVING sum(count) <> 0 OR sum(cents) <> 0`,
  'figures of days are not those of the Money card': `
    SELECT name, account, livemode, sum(value) AS difference FROM (
      SELECT name, account, livemode, value FROM count_figures() WHERE name IN ('paid-orders-total', 'received', 'refunded', 'lost-to-disputes')
      UNION ALL SELECT CASE kind WHEN 'order' THEN 'paid-orders-total' WHEN 'refund' THEN 'refunded' WHEN 'lost-dispute' THEN 'lost-to-disputes' ELSE kind END, account, livemode, -cents
        FROM count_sales() WHERE kind IN ('order', 'received', 'refund', 'lost-dispute')) f
    GROUP BY name, account, livemode HAVING sum(value) <> 0`,
  'revenue is not what the provider received, less refunds and lost disputes': `
    SELECT revenue.cents, provider.cents AS expected FROM
      (SELECT COALESCE(sum(CASE name WHEN 'received' THEN value ELSE -value END), 0) AS cents FROM count_figures() WHERE name IN ('received', 'refunded', 'lost-to-disputes')) revenue,
      (SELECT COALESCE(sum(i.amount_cents
        - (SELECT COALESCE(sum(amount_cents), 0) FROM stripe_refunds WHERE intent_id = i.id AND status = 'succeeded')
        - (SELECT COALESCE(sum(amount_cents), 0) FROM stripe_disputes WHERE intent_id = i.id AND status = 'lost')), 0) AS cents
       FROM stripe_intents i WHERE i.status = 'succeeded' AND i.currency = 'usd') provider
    WHERE revenue.cents <> provider.cents`,
  'an order is left open': `SELECT id, status, payment_status FROM orders WHERE status = 'created'`,
  'a payment intent that a customer may know can still be paid': `
    SELECT i.id, i.status FROM stripe_intents i JOIN orders_with_intents o ON o.intent_id = i.id WHERE i.status IN ('open', 'processing')`,
  'a refund is still pending': `SELECT order_id, reason FROM order_refunds WHERE source = 'shop' AND refunded_at IS NULL AND failure IS NULL`,
  'a refund at the provider is not stored as it was made': `
    SELECT s.id, s.n, s.amount_cents, r.amount_cents AS written FROM stripe_refunds s JOIN orders_with_intents o ON o.intent_id = s.intent_id
      LEFT JOIN order_refunds r ON r.order_id = o.id AND r.n = s.n AND r.refund_id = s.id
    WHERE s.n IS NOT NULL AND CASE s.status WHEN 'failed' THEN r.failure IS NULL OR r.refunded_at IS NOT NULL ELSE r.refunded_at IS NULL OR s.amount_cents <> r.amount_cents END`,
  'a refund was made that was not requested': `
    SELECT r.order_id, r.n, r.reason, o.status FROM order_refunds r JOIN orders o ON o.id = r.order_id
    WHERE r.source = 'shop' AND o.status <> 'cancelled' AND r.reason <> '${REFUND_REASON}'
      AND NOT (r.reason = 'a cheaper choice' AND EXISTS (SELECT FROM order_items i WHERE i.order_id = r.order_id AND i.price_back_cents > 0))
      AND NOT (r.reason = 'another refund had failed' AND EXISTS (SELECT FROM order_refunds f WHERE f.order_id = r.order_id AND f.replaced_by = r.n))`,
  'a refund was not published exactly once': `
    SELECT o.id, made.times AS made, published.times AS published FROM orders_with_intents o,
      -- The shop may learn of a failed refund only after it failed.
      LATERAL (SELECT count(*) FILTER (WHERE status = 'succeeded')::int AS times, count(*)::int AS ever FROM stripe_refunds WHERE intent_id = o.intent_id) made,
      LATERAL (SELECT count(*)::int AS times FROM ledger_entries WHERE order_id = o.id AND kind = 'refunded') noted,
      LATERAL (SELECT count(*)::int AS times FROM outbox WHERE envelope->>'type' = 'order.refunded' AND envelope->>'subject' = 'order/' || o.id) published
    WHERE published.times NOT BETWEEN made.times AND made.ever OR published.times <> noted.times`,
  'the ledger and the provider do not agree about a payment': `
    SELECT i.id, i.status, i.amount_cents, f.times, f.cents FROM stripe_intents i,
      LATERAL (SELECT count(*)::int AS times, COALESCE(sum(amount_cents), 0) AS cents FROM ledger_entries WHERE intent_id = i.id AND kind = 'succeeded') f
    WHERE f.times <> CASE i.status WHEN 'succeeded' THEN 1 ELSE 0 END OR f.times = 1 AND f.cents <> i.amount_cents`,
  'the ledger and the provider do not agree about refunds': `
    SELECT i.id, f.cents AS in_the_ledger, r.cents AS at_the_provider FROM stripe_intents i,
      LATERAL (SELECT COALESCE(sum(amount_cents), 0) AS cents FROM ledger_entries f WHERE f.intent_id = i.id AND f.kind = 'refunded'
        AND NOT EXISTS (SELECT FROM ledger_entries b WHERE b.intent_id = i.id AND b.kind = 'refund-failed' AND b.reference = f.reference)) f,
      LATERAL (SELECT COALESCE(sum(amount_cents), 0) AS cents FROM stripe_refunds WHERE intent_id = i.id AND status = 'succeeded') r
    WHERE f.cents <> r.cents`,
  'a decline was recorded or published more than once': `
    SELECT i.id, declined.times, noted.times AS noted, published.times AS published FROM stripe_intents i,
      LATERAL (SELECT count(*)::int AS times FROM stripe_events
        WHERE event->>'type' = 'payment_intent.payment_failed' AND event->'data'->'object'->>'id' = i.id) declined,
      LATERAL (SELECT count(*)::int AS times FROM ledger_entries WHERE intent_id = i.id AND kind = 'failed') noted,
      LATERAL (SELECT count(*)::int AS times FROM ledger_entries WHERE order_id = i.order_id AND kind = 'failed') ever,
      LATERAL (SELECT count(*)::int AS times FROM outbox WHERE envelope->>'type' = 'order.payment-failed' AND envelope->>'subject' = 'order/' || i.order_id) published
    WHERE noted.times > declined.times OR published.times <> ever.times`,
  'the items of an order are not its subtotal': `
    SELECT o.id, o.subtotal_cents, sum(i.subtotal_cents) AS items FROM orders o LEFT JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id HAVING o.subtotal_cents IS DISTINCT FROM sum(i.subtotal_cents)`,
  'an item was paid that its customer did not add to the cart, or twice': `
    SELECT paid.line_key, paid.pieces, put.pieces AS put_in FROM
      (SELECT i.line_key, sum(i.quantity) AS pieces FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.paid_at IS NOT NULL GROUP BY 1) paid
      LEFT JOIN (SELECT line_key, sum(GREATEST(after - before, 0)) AS pieces FROM cart_log WHERE by = 'customer' GROUP BY 1) put USING (line_key)
    WHERE paid.pieces > COALESCE(put.pieces, 0)`,
  'the cart does not contain exactly the items that are not paid': `
    SELECT line_key, present.quantity, COALESCE(put.pieces, 0) - COALESCE(paid.pieces, 0) AS should_be, taken.pieces AS taken FROM
      (SELECT line_key, sum(after - before) AS pieces, bool_or(after < before) AS was_lowered FROM cart_log WHERE by = 'customer' GROUP BY 1) put
      LEFT JOIN (SELECT line_key, quantity FROM cart_items) present USING (line_key)
      LEFT JOIN (SELECT line_key, sum(before - after) AS pieces FROM cart_log WHERE by = 'payment' GROUP BY 1) taken USING (line_key)
      LEFT JOIN (SELECT i.line_key, sum(i.quantity) AS pieces FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.paid_at IS NOT NULL GROUP BY 1) paid USING (line_key)
    WHERE COALESCE(taken.pieces, 0) > COALESCE(paid.pieces, 0) OR NOT put.was_lowered AND COALESCE(present.quantity, 0) <> put.pieces - COALESCE(paid.pieces, 0)`,
};

const findAll = (violations: Record<string, string>): string =>
  Object.entries(violations)
    .map(
      ([description, sql]) =>
        `SELECT '${description}' AS violation, json_agg(found) AS found FROM (${sql}) found HAVING count(*) > 0`,
    )
    .join(' UNION ALL ');

const FIND_ALL_VIOLATIONS = findAll(VIOLATIONS);
const FIND_DOUBT_VIOLATIONS = findAll(DOUBT_VIOLATIONS);

interface Violation {
  violation: string;
  found: unknown;
}

const describeViolation = ({ violation, found }: Violation): string => `${violation}: ${JSON.stringify(found)}`;

interface StoredOrder {
  id: string;
  paymentStatus: string;
  currency: string;
  subtotalCents: number;
  totalCents: number;
  entries: LedgerEntry[];
}

const LIST_ORDERS = `
  SELECT o.id, o.payment_status AS "paymentStatus", o.currency, o.subtotal_cents AS "subtotalCents", o.total_cents AS "totalCents", COALESCE(
    (SELECT json_agg(json_build_object('position', position, 'kind', kind, 'reference', reference, 'amountCents', amount_cents, 'currency', currency)) FROM ledger_entries WHERE order_id = o.id), '[]') AS entries
  FROM orders o`;

/** Invariants that need code instead of SQL. */
function* findBrokenRules({ entries, ...order }: StoredOrder): Generator<string> {
  if (computeOrderTotals(order.subtotalCents).totalCents !== order.totalCents)
    yield `an order does not add up: ${JSON.stringify(order)}`;
  const expected = computePaymentStatus(order, entries);
  if (expected !== order.paymentStatus)
    yield `an order's payment does not match its ledger entries, which give ${expected}: ${JSON.stringify({ ...order, entries })}`;
}

const LIST_STORED_REFUNDS = 'SELECT id FROM order_refunds WHERE id = ANY ($1)';

/** What the run observed and no table contains. */
const observe = async ({ runner: { changes, afterSale } }: TestRun): Promise<string> =>
  JSON.stringify({
    expected: changes.expected,
    reprints: afterSale.confirmedReprints,
    charges: await afterSale.listCharges(),
  });

/** Counts refunds that the shop confirmed to an admin and did not store. */
async function countMissingRefunds({ shop, runner: { confirmedRefunds: refunded } }: TestRun): Promise<number> {
  return refunded.size === 0 ? 0 : refunded.size - (await shop.listRows(LIST_STORED_REFUNDS, [[...refunded]])).length;
}

/** Lists every violated invariant about doubts on payments with its evidence. */
export async function findDoubtViolations({ shop }: TestRun): Promise<string[]> {
  return (await shop.listRows<Violation & pg.QueryResultRow>(FIND_DOUBT_VIOLATIONS)).map(describeViolation);
}

/** Lists every violated invariant with its evidence. */
export async function findViolations(testRun: TestRun): Promise<string[]> {
  const found = await testRun.shop.listRows<Violation & pg.QueryResultRow>(FIND_ALL_VIOLATIONS, [
    await observe(testRun),
  ]);
  const orders = await testRun.shop.listRows<StoredOrder>(LIST_ORDERS);
  const missingRefunds = await countMissingRefunds(testRun);
  const wrongCharges = testRun.runner.isOvercharged ? [] : await testRun.runner.checkouts.findWrongCharges();
  return [
    ...found.map(describeViolation),
    ...orders.flatMap((order) => [...findBrokenRules(order)]),
    ...wrongCharges,
    ...testRun.runner.afterSale.printedInDoubt.map(
      (id) => `reprint ${id} was printed although its money was gone or disputed at the provider before`,
    ),
    ...(missingRefunds > 0 ? [`${missingRefunds} refunds were confirmed to an admin and never stored`] : []),
  ];
}
