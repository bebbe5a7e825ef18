import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A key pair for encrypted backups, made as docs/backups.md says, without a passphrase. `home` has the private key. */
export function createBackupKey(folder: string): { publicKey: string; home: string } {
  const home = join(folder, 'gnupg');
  mkdirSync(home, { mode: 0o700 });
  const env = { ...process.env, GNUPGHOME: home };
  const publicKey = join(folder, 'backup-key.asc');
  const parameters = ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', 'backup', 'default', 'default'];
  execFileSync('gpg', [...parameters, 'never'], { env, stdio: 'ignore' });
  execFileSync('gpg', ['--batch', '--armor', '--output', publicKey, '--export', 'backup'], { env, stdio: 'ignore' });
  return { publicKey, home };
}
