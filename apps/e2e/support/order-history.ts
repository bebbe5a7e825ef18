import type { Stack } from '@shop/tools/stack';
import { Database } from './database.ts';

/** Columns of an order that differ between copies. */
interface CopiedOrder {
  template: string;
  orders: number;
  /** Shipping names, used in turn. */
  names: readonly string[];
}

/** Ids that are the same in each statement. */
const ID = `md5($1 || '-copy-' || copy)::uuid`;
export const ORDERS_A_DAY = 100;
/** The newest one is of yesterday. */
const ORDERED_AT = `date_trunc('day', now()) - copy * interval '14 minutes 24 seconds'`;

/**
 * Copies a paid order many times as delivered ones of earlier days, with its items and its payment. Columns that are not named here are those of the
 * order that is copied.
 */
export async function copyOrderIntoHistory(shop: Stack, { template, orders, names }: CopiedOrder): Promise<void> {
  const copy = (table: string, where: string, changes: string): string =>
    `INSERT INTO ${table} OVERRIDING USER VALUE
       SELECT (jsonb_populate_record(source, jsonb_build_object(${changes}))).*
       FROM generate_series(1, $2::int) copy, ${table} source WHERE ${where}`;
  const statements: [string, unknown[]][] = [
    [
      copy(
        'orders',
        'source.id = $1::uuid',
        `'id', ${ID}, 'status', 'delivered', 'cart_id', NULL, 'note_id', NULL, 'created_at', ${ORDERED_AT}, 'updated_at', ${ORDERED_AT}, 'paid_at', ${ORDERED_AT},
         'change_window_ends_at', ${ORDERED_AT}, 'refunds_polled_at', now(), 'order_number', 'PA-H' || lpad(copy::text, 9, '0'),
         'shipping_address', source.shipping_address || jsonb_build_object('name', ($3::text[])[1 + copy % cardinality($3::text[])] || ' ' || copy)`,
      ),
      [template, orders, names],
    ],
    [
      copy(
        'order_items',
        'source.order_id = $1::uuid',
        `'id', md5(source.id::text || copy)::uuid, 'order_id', ${ID}, 'generated_image_id', source.generated_image_id`,
      ),
      [template, orders],
    ],
    [
      copy(
        'payment_intents',
        'source.order_id = $1::uuid',
        `'order_id', ${ID}, 'intent_id', 'copy_' || copy, 'client_secret', NULL`,
      ),
      [template, orders],
    ],
    [
      copy(
        'ledger_entries',
        'source.order_id = $1::uuid',
        `'order_id', ${ID}, 'intent_id', 'copy_' || copy, 'reference', source.reference || '-' || copy, 'happened_at', ${ORDERED_AT}, 'recorded_at', ${ORDERED_AT}`,
      ),
      [template, orders],
    ],
  ];
  await Database.withDatabase(shop, 'orders', async (database) => {
    for (const [text, values] of statements) await database.query(text, values);
    await database.query('ANALYZE');
  });
}
