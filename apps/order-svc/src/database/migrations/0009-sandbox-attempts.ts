import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sandbox names the attempt that its bank declined, as Stripe does: so a decline is one, however it is heard of. */
export class SandboxAttempts1795290600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox_intents ADD attempt_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox_intents DROP attempt_id');
  }
}
