import { SEARCH_FUNCTIONS } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTIONS = [
  // A first parcel and further ones have each a number.
  `CREATE OR REPLACE FUNCTION tracking_numbers(tracking jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN ARRAY(SELECT upper(regexp_replace(number, '\\s', '', 'g')) FROM jsonb_array_elements_text(jsonb_path_query_array(tracking, '$.**.number')) number)`,
  `CREATE OR REPLACE FUNCTION order_search_text(order_number text, email text, address jsonb, tracking jsonb)
     RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN search_text(order_number || ' ' || coalesce(email, '') || ' ' || coalesce(address ->> 'name', '') || ' ' || coalesce(address ->> 'city', '')
       || ' ' || array_to_string(tracking_numbers(tracking), ' '))`,
];

/** Dropped first, because a build that was interrupted leaves an invalid index. */
const INDEXES = [
  'DROP INDEX IF EXISTS orders_search',
  `CREATE INDEX CONCURRENTLY orders_search ON orders
     USING gin (order_search_text(order_number, email, shipping_address, tracking) gin_trgm_ops)`,
  'DROP INDEX IF EXISTS reprints_tracking_numbers',
  'CREATE INDEX CONCURRENTLY reprints_tracking_numbers ON reprints USING gin (tracking_numbers(tracking)) WHERE tracking IS NOT NULL',
];

export class OrderSearch implements MigrationInterface {
  readonly name = 'OrderSearch1796100000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SEARCH_FUNCTIONS, ...FUNCTIONS, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_search, reprints_tracking_numbers');
    await runner.query('DROP FUNCTION order_search_text, tracking_numbers, search_pattern, search_text');
  }
}
