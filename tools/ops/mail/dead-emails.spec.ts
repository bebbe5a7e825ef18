import type { DataSource } from 'typeorm';
import { MigratedDatabases } from '../../test/migrated-databases.ts';
import { listDeadEmails, replayDeadEmails } from './dead-emails.ts';

let databases: MigratedDatabases;
let support: DataSource;

beforeAll(async () => {
  databases = await MigratedDatabases.start();
  support = await databases.open('support', 'support-svc');
}, 60_000);
afterAll(() => databases.stop());

beforeEach(async () => {
  await support.query('TRUNCATE emails CASCADE');
  await support.query(`
    INSERT INTO emails (key, template, recipient, props, status, attempts, reason, ended_at, expires_at, created_at) VALUES
      ('older', 'welcome', 'a@example.com', '{}', 'dead', 1, '550 no such mailbox', now() - interval '2 hours', NULL, now() - interval '6 days'),
      ('newer', 'welcome', 'b@example.com', '{}', 'dead', 7, '554 no', now() - interval '1 hour', NULL, now()),
      ('expired', 'reset-link', 'c@example.com', '{}', 'dead', 1, '554 no', now() - interval '3 hours', now() - interval '1 minute', now()),
      ('waiting', 'welcome', 'd@example.com', '{}', 'waiting', 0, NULL, NULL, NULL, now())`);
});

const keysOf = async (status: string): Promise<string[]> =>
  (await support.query<{ key: string }[]>('SELECT key FROM emails WHERE status = $1 ORDER BY key', [status])).map(
    ({ key }) => key,
  );

describe('dead emails', () => {
  it('are listed newest first, with the reason', async () => {
    expect(
      (await listDeadEmails(support)).map(({ recipient, attempts, reason }) => [recipient, attempts, reason]),
    ).toEqual([
      ['b@example.com', 7, '554 no'],
      ['a@example.com', 1, '550 no such mailbox'],
      ['c@example.com', 1, '554 no'],
    ]);
  });

  it('are all queued again, except expired ones', async () => {
    expect(await replayDeadEmails(support, [])).toHaveLength(2);
    expect([await keysOf('waiting'), await keysOf('dead')]).toEqual([['newer', 'older', 'waiting'], ['expired']]);
    expect(
      await support.query(
        `SELECT 1 FROM emails WHERE key = 'older' AND attempts = 0 AND due_at <= now() AND created_at > now() - interval '1 minute'`,
      ),
    ).toHaveLength(1);
  });

  it('are queued again by id', async () => {
    const [newer] = await listDeadEmails(support);
    expect(await replayDeadEmails(support, [newer?.id ?? ''])).toEqual([newer?.id]);
    expect(await keysOf('dead')).toEqual(['expired', 'older']);
    expect(await replayDeadEmails(support, [newer?.id ?? ''])).toEqual([]);
  });
});
