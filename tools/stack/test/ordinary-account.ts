import { spawnSync } from 'node:child_process';
import { accountOf, type Ids } from '../postgres-account.ts';
import { PROJECT_ROOT } from '../settings.ts';

/** An account without rights, where this process is root and the account can reach the project; undefined elsewhere. */
export function ordinaryAccount(): Ids | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ids = accountOf('nobody');
  const reaches = ids && spawnSync(process.execPath, ['--version'], { ...ids, cwd: PROJECT_ROOT, stdio: 'ignore' }).status === 0;
  return reaches ? ids : undefined;
}

/** False where nothing is refused: root may write everywhere. */
export const permissionsCount = (): boolean => process.getuid?.() !== 0 || ordinaryAccount() !== undefined;
