import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CARTS } from './initial-schema/carts.sql.js';
import { FULFILMENT, ORDER_SIGNALS } from './initial-schema/fulfilment.sql.js';
import { ORDERS } from './initial-schema/orders.sql.js';
import { PAYMENTS } from './initial-schema/payments.sql.js';
import { READ_MODELS } from './initial-schema/read-models.sql.js';
import { SANDBOX_PAYMENTS } from './initial-schema/sandbox-payments.sql.js';

/** Money is integer cents. Tables are created after the tables that they reference. */
const SCHEMA = [READ_MODELS, CARTS, ORDERS, PAYMENTS, SANDBOX_PAYMENTS, FULFILMENT, ORDER_SIGNALS];

const DROP_SCHEMA = `
  DROP TABLE
    fulfilments,
    sandbox_webhooks, sandbox_disputes, sandbox_refunds, sandbox_intents,
    notified_discrepancies, provider_errors, disputes, provider_refunds, refunds, ledger_entries, provider_event_cursors, payment_events,
    user_erasures, order_history, order_notes, order_items, orders,
    confirmed_prices, cart_items, carts,
    guest_claims, accounts, artworks, catalogue_variants, catalogue_products;
  DROP FUNCTION notify_order_changed, reject_ledger_change;
`;

export class InitialSchema1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of SCHEMA) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_SCHEMA);
  }
}
