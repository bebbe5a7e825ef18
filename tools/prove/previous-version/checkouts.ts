import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Checks out each commit beside this one, prepares it (installs and builds), and removes all of them after `use`. `roots`: commit → its folder.
 */
export async function withCheckouts<Result>(
  root: string,
  commits: readonly string[],
  prepare: (folder: string, commit: string) => Promise<unknown>,
  use: (roots: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const parent = await mkdtemp(join(tmpdir(), 'shop-versions-'));
  // The account of PostgreSQL reads its programs here.
  await chmod(parent, 0o755);
  const roots = new Map([...new Set(commits)].map((commit) => [commit, join(parent, commit)]));
  try {
    for (const [commit, folder] of roots) {
      await run('git', ['worktree', 'add', '--quiet', '--detach', folder, commit], { cwd: root });
      await prepare(folder, commit);
    }
    return await use(roots);
  } finally {
    for (const folder of roots.values())
      await run('git', ['worktree', 'remove', '--force', folder], { cwd: root }).catch(() => undefined);
    await rm(parent, { recursive: true, force: true });
  }
}
