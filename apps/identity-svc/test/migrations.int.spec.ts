import { messagingMigrations } from '@shop/messaging';
import { createTestDatabase } from '@shop/testing';
import { DataSource } from 'typeorm';
import { migrations } from '../src/database/migrations.js';

it('brings its tables to a newer version and back, with what is in them', async () => {
  const database = await createTestDatabase();
  const identity = await new DataSource({
    type: 'postgres',
    url: database.url,
    migrations: [...messagingMigrations, ...migrations],
  }).initialize();
  await identity.runMigrations();
  await identity.query(`INSERT INTO users (email, password) VALUES ('pat@example.com', 'x')`);
  await identity.query(
    `INSERT INTO account_attempts (account, purpose, attempts, window_ends_at) SELECT 'hash', purpose, 3, now() + interval '1 hour' FROM (VALUES ('sign-in'), ('reset')) AS each (purpose)`,
  );
  await identity.undoLastMigration();
  expect(await identity.query('SELECT account, attempts FROM sign_in_attempts')).toEqual([
    { account: 'hash', attempts: 3 },
  ]);
  await identity.runMigrations();
  expect(await identity.query('SELECT account, purpose, attempts FROM account_attempts')).toEqual([
    { account: 'hash', purpose: 'sign-in', attempts: 3 },
  ]);
  expect(await identity.query('SELECT email, closed_at FROM users')).toEqual([
    { email: 'pat@example.com', closed_at: null },
  ]);
  await identity.destroy();
  await database.drop();
});
