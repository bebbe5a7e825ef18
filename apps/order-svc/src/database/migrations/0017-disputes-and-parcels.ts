import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In which currency a bank asks for money back; null: heard by the version before, in that of the payment. Parcels on their way are looked for by how long nothing was heard of them. */
export class DisputesAndParcels1795291400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE disputes ADD currency text');
    await runner.query(
      `UPDATE disputes d SET currency = f.currency FROM money_facts f WHERE f.provider = d.provider AND f.kind = 'disputed' AND f.reference = d.dispute_id`,
    );
    await runner.query(`CREATE INDEX orders_shipped ON orders (updated_at) WHERE status = 'shipped'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_shipped');
    await runner.query('ALTER TABLE disputes DROP currency');
  }
}
