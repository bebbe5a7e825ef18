import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackupKey } from './backup-key.ts';

const SCRIPT = join(import.meta.dirname, '../../../deploy/backup.sh');
let folder: string;
let key: ReturnType<typeof createBackupKey>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
  key = createBackupKey(folder);
  writeFileSync(join(folder, 'dump'), '#!/bin/sh\necho "the dump of $2"\n[ "$2" != broken ]\n');
  chmodSync(join(folder, 'dump'), 0o700);
});
afterAll(() => rmSync(folder, { recursive: true }));

const backUp = (keyFile: string, ...databases: string[]) =>
  spawnSync('bash', [SCRIPT, join(folder, 'backup'), keyFile, ...databases], {
    env: { ...process.env, PG_DUMP: join(folder, 'dump') },
    encoding: 'utf8',
  });
const decrypt = (home: string, database: string) =>
  spawnSync('gpg', ['--batch', '--decrypt', join(folder, 'backup', `${database}.dump.gpg`)], {
    env: { ...process.env, GNUPGHOME: home },
    encoding: 'utf8',
  });

describe('deploy/backup.sh', () => {
  it('writes a file for each database that only the private key opens', () => {
    expect(backUp(key.publicKey)).toMatchObject({ status: 0, stderr: '' });
    const files = readdirSync(join(folder, 'backup'));
    expect(files.sort()).toEqual(['art', 'catalog', 'identity', 'orders', 'support'].map((name) => `${name}.dump.gpg`));
    for (const file of files) expect(readFileSync(join(folder, 'backup', file), 'latin1')).not.toContain('the dump');
    expect(decrypt(key.home, 'orders').stdout).toBe('the dump of orders\n');
    expect(decrypt(mkdtempSync(join(folder, 'other-')), 'orders').status).not.toBe(0);
  });

  it('refuses a private key beside the backups', () => {
    const secret = join(folder, 'secret.asc');
    const env = { ...process.env, GNUPGHOME: key.home };
    writeFileSync(secret, execFileSync('gpg', ['--batch', '--armor', '--export-secret-keys', 'backup'], { env }));
    expect(backUp(secret, 'orders')).toMatchObject({ status: 1, stderr: expect.stringContaining('private key') });
  });

  it('fails with a dump that fails, and leaves no file that looks complete', () => {
    expect(backUp(key.publicKey, 'broken').status).not.toBe(0);
    expect(readdirSync(join(folder, 'backup'))).not.toContain('broken.dump.gpg');
  });
});
