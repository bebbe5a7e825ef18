import { defineSearchMigration } from '@shop/service-kit';

export const OrderSearch = defineSearchMigration('OrderSearch1796100000000', {
  functions: [
    // A first parcel and further ones have each a number.
    `CREATE OR REPLACE FUNCTION tracking_numbers(tracking jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
       RETURN ARRAY(SELECT upper(regexp_replace(number, '\\s', '', 'g')) FROM jsonb_array_elements_text(jsonb_path_query_array(tracking, '$.**.number')) number)`,
    `CREATE OR REPLACE FUNCTION order_search_text(order_number text, email text, address jsonb, tracking jsonb)
       RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
       RETURN search_text(order_number || ' ' || coalesce(email, '') || ' ' || coalesce(address ->> 'name', '') || ' ' || coalesce(address ->> 'city', '')
         || ' ' || array_to_string(tracking_numbers(tracking), ' '))`,
  ],
  indexes: {
    orders_search:
      'ON orders USING gin (order_search_text(order_number, email, shipping_address, tracking) gin_trgm_ops)',
    orders_tracking_numbers: 'ON orders USING gin (tracking_numbers(tracking)) WHERE tracking IS NOT NULL',
    reprints_tracking_numbers: 'ON reprints USING gin (tracking_numbers(tracking)) WHERE tracking IS NOT NULL',
    // For views of the admin's list.
    order_refunds_partial:
      "ON order_refunds (order_id) WHERE refunded_at IS NOT NULL AND (is_partial OR source = 'provider')",
    order_items_out_of_stock: 'ON order_items (order_id) WHERE is_out_of_stock',
    order_items_print_failed: 'ON order_items (order_id) WHERE print_file IS NULL AND print_file_failure IS NOT NULL',
  },
});
