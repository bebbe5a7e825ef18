import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `printful_orders`: the orders of the stores. `printful_variants`: what somebody at the printer changed in the catalogue.
 * `printful_webhook`: where events are sent, instead of the configured address.
 */
const SCHEMA = `
  CREATE TABLE printful_orders (
    id bigint GENERATED ALWAYS AS IDENTITY (START WITH 90001) PRIMARY KEY,
    external_id text UNIQUE,
    store integer NOT NULL,
    -- Set by a person or a rejection. Null: the order follows time since its confirmation.
    status text CHECK (status IN ('draft', 'inreview', 'pending', 'failed', 'canceled', 'inprocess', 'onhold', 'partial', 'fulfilled', 'archived')),
    error text,
    shipping text NOT NULL,
    recipient jsonb NOT NULL,
    items jsonb NOT NULL,
    -- Null: one parcel when its time has come.
    shipments jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    -- Null: a draft.
    confirmed_at timestamptz
  );
  CREATE TABLE printful_variants (
    id integer PRIMARY KEY,
    changes jsonb NOT NULL
  );
  CREATE TABLE printful_webhook (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    url text NOT NULL,
    types text[] NOT NULL
  );
`;

export class PrintfulSchema1795900000002 implements MigrationInterface {
  readonly name = 'PrintfulSchema1795900000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(SCHEMA);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE printful_orders, printful_variants, printful_webhook');
  }
}
