/** Writes a release: `config.released` and changelogs in a commit on main, a tag for each version. */
import { readFileSync, writeFileSync } from 'node:fs';
import { git, type Released } from '../contracts/released.ts';
import { hasRemote, ReleaseError } from './checks.ts';

export interface Release {
  /** App → commit, of the apps whose release changes. */
  readonly released: Released;
  /** Such as `art-svc@1.1.0`: they name the released commit. */
  readonly tags: readonly string[];
  /** Of the commit that records it. */
  readonly message: string;
}

function writeReleased(released: Released): void {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { config?: { released?: Released } };
  manifest.config = { ...manifest.config, released: { ...manifest.config?.released, ...released } };
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Commits what changed in the folder, sets the tags, and pushes all of it or nothing. */
export function recordRelease({ released, tags, message }: Release): void {
  const before = git('rev-parse', 'HEAD');
  const [commit = before] = Object.values(released);
  writeReleased(released);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  for (const tag of tags) git('tag', '--annotate', tag, commit, '--message', tag);
  const push = ['push', '--atomic', 'origin', 'main', ...tags];
  if (!hasRemote())
    return console.log(`${message}. There is no remote origin. To start the workflow: git ${push.join(' ')}`);
  try {
    git(...push);
  } catch (error) {
    for (const tag of tags) git('tag', '--delete', tag);
    git('reset', '--quiet', '--hard', before);
    throw new ReleaseError(
      `Nothing is released: the push failed. Run it again, after git pull if main moved.\n${String(error)}`,
    );
  }
  console.log(`${message}. It is pushed: the workflow "release" builds and promotes it.`);
}
