/** Writes a release: `config.released` and changelogs in a commit on main, a tag for each version. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { App } from '../contracts/apps.ts';
import { git, type Released } from '../contracts/released.ts';
import { hasRemote, ReleaseError } from './checks.ts';

export interface Release {
  /** The apps that run this commit from now on. */
  readonly apps: readonly App[];
  readonly commit: string;
  /** Such as `art-svc@1.1.0`: they name the released commit. */
  readonly tags: readonly string[];
  /** Of the commit that records it. */
  readonly message: string;
}

function writeReleased(apps: readonly App[], commit: string): void {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { config?: { released?: Released } };
  const released = Object.fromEntries(apps.map((app) => [app, commit]));
  manifest.config = { ...manifest.config, released: { ...manifest.config?.released, ...released } };
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Commits what changed in the folder, sets the tags, and pushes all of it or nothing. If a step fails, the clone is as it was. */
export function recordRelease({ apps, commit, tags, message }: Release): void {
  const before = git('rev-parse', 'HEAD');
  const push = ['push', '--atomic', 'origin', 'main', ...tags];
  const added: string[] = [];
  try {
    writeReleased(apps, commit);
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
    for (const tag of tags) {
      git('tag', '--annotate', tag, commit, '--message', tag);
      added.push(tag);
    }
    if (hasRemote()) git(...push);
  } catch (error) {
    for (const tag of added) git('tag', '--delete', tag);
    git('reset', '--quiet', '--hard', before);
    throw new ReleaseError(
      `Nothing is released, because git failed. Run it again, after git pull if main moved.\n${String(error)}`,
    );
  }
  console.log(
    hasRemote()
      ? `${message}. It is pushed: the workflow "release" builds and promotes it.`
      : `${message}. There is no remote origin. To start the workflow: git ${push.join(' ')}`,
  );
}
