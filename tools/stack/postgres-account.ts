import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

/**
 * PostgreSQL refuses to run as root. A runner that is root therefore starts it under another account; one that is not
 * starts it as itself.
 */
export interface Account {
  /** Who owns the cluster's files; undefined: the runner's own account. */
  owner: Ids | undefined;
  /** Options of spawn() that make the program run under the account. */
  spawnAs: Partial<Ids>;
  /** Put before the command where spawn() alone can't do it. */
  prefix: string[];
}

export interface Ids {
  uid: number;
  gid: number;
}

const OWN_ACCOUNT: Account = { owner: undefined, spawnAs: {}, prefix: [] };

/** Which account runs the programs in `binFolder` on the cluster in `folder`. Throws StartRefusal where root finds none. */
export function chooseAccount(folder: string, binFolder: string): Account {
  if (process.getuid?.() !== 0) return OWN_ACCOUNT;
  const ids = ownerOf(folder) ?? accountOf('postgres') ?? accountOf('nobody');
  if (!ids)
    throw new StartRefusal(
      'PostgreSQL does not run as root, and this machine has no other account for it. Start as an ordinary user, or give DATABASE_URL.',
    );
  if (reaches(ids, binFolder) && reaches(ids, dirname(folder))) return { owner: ids, spawnAs: ids, prefix: [] };
  return { owner: ids, spawnAs: {}, prefix: passThroughClosedFolders(ids, folder) };
}

/** The owner of a cluster made earlier keeps it. */
function ownerOf(folder: string): Ids | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

export function accountOf(name: string): Ids | undefined {
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function reaches(ids: Ids, folder: string): boolean {
  return spawnSync('ls', ['-d', `${folder}/.`], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * A project under /root is closed to every other account. The account gets the one right to pass through closed
 * folders (capabilities(7)): CAP_DAC_READ_SEARCH, or CAP_DAC_OVERRIDE where a container gives only that. Without
 * no_setuid_fixup access(2), by which PostgreSQL looks for its own files, would ignore the right.
 */
function passThroughClosedFolders(ids: Ids, folder: string): string[] {
  for (const right of ['dac_read_search', 'dac_override']) {
    const prefix = [
      'setpriv',
      ...[`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'],
      ...[`--inh-caps=+${right}`, `--ambient-caps=+${right}`, '--securebits=+no_setuid_fixup'],
    ];
    const [command = '', ...rest] = [...prefix, 'true'];
    if (spawnSync(command, rest, { stdio: 'ignore' }).status === 0) return prefix;
  }
  throw new StartRefusal(
    `PostgreSQL does not run as root, and the account it runs under can't reach ${folder}. Move the project out of that closed folder, start as an ordinary user, or give DATABASE_URL.`,
  );
}
