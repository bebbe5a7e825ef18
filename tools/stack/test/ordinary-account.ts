import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { accountOf, type Ids } from '../postgres-account.ts';
import { PROJECT_ROOT } from '../settings.ts';

/** The account without rights that stands for an ordinary user where this process is root; undefined elsewhere. With CI=true throws where root finds none. */
export function ordinaryAccount(
  env: { CI?: string } = process.env,
  { uid = process.getuid?.(), find = accountOf } = {},
): Ids | undefined {
  if (uid !== 0) return undefined;
  const ids = find('nobody');
  if (!ids && env.CI === 'true')
    throw new Error(
      'This run is root\'s, and the machine has no account "nobody" that could stand for an ordinary user (CI=true needs it). Add one, or run the tests as an ordinary user.',
    );
  return ids;
}

/** False where nothing is refused: root may write everywhere. */
export const permissionsCount = (): boolean => process.getuid?.() !== 0 || ordinaryAccount() !== undefined;

/** A checkout that somebody can start the shop from. */
export interface Checkout {
  root: string;
  /** The Node that runs there. */
  node: string;
  remove: () => void;
}

const can = (account: Ids, command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
const canRead = (account: Ids, root: string): boolean => can(account, 'test', '-r', join(root, 'tools/stack/start.ts'));

/**
 * This checkout, as it is built; where the account can't reach it, as under /root or in a folder made by mktemp, one in the temporary folder whose
 * files are the same. Throws where the account can't read that either.
 */
export function checkoutFor(account: Ids | undefined): Checkout {
  if (!account || (canRead(account, PROJECT_ROOT) && can(account, process.execPath, '--version')))
    return { root: PROJECT_ROOT, node: process.execPath, remove: () => undefined };
  const root = mkdtempSync(join(temporaryFolder(), 'shop-checkout-'));
  chmodSync(root, 0o755);
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    copyBuilt(root);
    const node = nodeFor(account, root);
    if (canRead(account, root)) return { root, node, remove };
    throw new Error(
      `The account without rights (number ${account.uid}) can read the project neither at ${PROJECT_ROOT} nor as a copy in ${dirname(root)}. Let it into one of the two, or run the tests as an ordinary user.`,
    );
  } catch (error) {
    remove();
    throw error;
  }
}

/** This process's Node; put into the folder, which is open to the account, where the account can't run it elsewhere. */
export function nodeFor(account: Ids | undefined, folder: string): string {
  if (!account || can(account, process.execPath, '--version')) return process.execPath;
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  return node;
}

const isOnOneDiskWith = (folder: string): boolean =>
  existsSync(folder) && statSync(folder).dev === statSync(PROJECT_ROOT).dev;

/** On this checkout's own disk where one of the usual ones lies there: a link can't lead from one disk to another. */
const temporaryFolder = (): string => [tmpdir(), '/tmp', '/var/tmp'].find(isOnOneDiskWith) ?? tmpdir();

/** What a start of the built shop reads. Links take no room, and no time for what lies in them. */
function copyBuilt(to: string): void {
  const parts = readdirSync(PROJECT_ROOT)
    .filter((name) => !['.data', '.git', '.nx', 'test-results'].includes(name))
    .map((name) => join(PROJECT_ROOT, name));
  execFileSync('cp', [isOnOneDiskWith(to) ? '-al' : '-a', ...parts, to]);
  mkdirSync(join(to, '.nx'));
  copyFileSync(join(PROJECT_ROOT, '.nx/built.json'), join(to, '.nx/built.json'));
}
