import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messagingMigrations } from '@shop/messaging';
import { DataSource, type MigrationInterface } from 'typeorm';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../stack/embedded-postgres.ts';
import { changeRole, listAdmins } from './roles.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let postgres: EmbeddedPostgres;
let identity: DataSource;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-admin-'));
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), logFolder: folder, durable: false });
  const files = globSync('apps/identity-svc/src/database/migrations/*.ts', { cwd: ROOT }).sort();
  const modules = (await Promise.all(files.map((file) => import(join(ROOT, file))))) as Record<string, new () => MigrationInterface>[];
  identity = await new DataSource({ type: 'postgres', url: postgres.url, migrations: [...messagingMigrations, ...modules.flatMap((module) => Object.values(module))], migrationsRun: true }).initialize();
}, 60_000);

beforeEach(async () => {
  await identity.query('TRUNCATE users, sessions, outbox CASCADE');
  await identity.query(`INSERT INTO users (email, password) VALUES ('pat@example.com', 'x')`);
  await identity.query(`INSERT INTO sessions (sid, sess, expire) SELECT 'hash-1', jsonb_build_object('userId', id), now() + interval '1 day' FROM users`);
});

afterAll(async () => {
  await identity.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const events = (): Promise<{ type: string; data: unknown }[]> => identity.query(`SELECT envelope ->> 'type' AS type, envelope -> 'data' AS data FROM outbox ORDER BY position`);

describe('the role of an account', () => {
  it('is granted and revoked by e-mail, however that is written', async () => {
    expect(await changeRole(identity, ' Pat@Example.com ', 'admin')).toBe('changed');
    expect(await listAdmins(identity)).toEqual(['pat@example.com']);
    expect(await changeRole(identity, 'pat@example.com', 'user')).toBe('changed');
    expect(await listAdmins(identity)).toEqual([]);
  });

  it('ends the sessions of the account, and tells the gateways so', async () => {
    await changeRole(identity, 'pat@example.com', 'admin');
    expect(await identity.query('SELECT * FROM sessions')).toEqual([]);
    expect(await events()).toEqual([{ type: 'session.ended', data: { sidHashes: ['hash-1'], reason: 'role-changed' } }]);
  });

  it('leaves everything alone where nothing changes', async () => {
    expect(await changeRole(identity, 'pat@example.com', 'user')).toBe('unchanged');
    expect(await changeRole(identity, 'nobody@example.com', 'admin')).toBe('unknown');
    expect([await events(), (await identity.query<unknown[]>('SELECT * FROM sessions')).length]).toEqual([[], 1]);
  });
});
