/** Which commit of each app is released, by `config.released` of package.json, and what the app promises there. Git runs in the current folder. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { APPS, type App, type AppContract } from './apps.ts';

/** App → commit. An app that was never released is absent. */
export type Released = Readonly<Partial<Record<App, string>>>;

export const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The full id of a commit, tag or branch. @throws Error if this clone lacks it. */
export const toCommit = (ref: string): string => git('rev-parse', '--verify', `${ref}^{commit}`);

/** @param ref whose package.json counts, such as `origin/main`; without it that of the current folder. */
export function readReleased(ref?: string): Released {
  const text = ref ? git('show', `${ref}:package.json`) : readFileSync('package.json', 'utf8');
  return (JSON.parse(text) as { config?: { released?: Released } }).config?.released ?? {};
}

/** @throws Error if this clone lacks the commit. */
export function readContract(app: App, ref: string): AppContract {
  try {
    return JSON.parse(git('show', `${ref}:apps/${app}/contract.json`)) as AppContract;
  } catch (error) {
    throw new Error(`${app}: this clone has no contract of ${ref}. Get all commits: git fetch --unshallow --tags`, {
      cause: error,
    });
  }
}

/** The contract of each released app. */
export const readReleasedContracts = (released: Released): Map<App, AppContract> =>
  new Map(
    APPS.flatMap((app) => {
      const commit = released[app];
      return commit ? [[app, readContract(app, commit)] as const] : [];
    }),
  );

/** Versions of an app by its tags, the highest first. @param ref only those that it descends from, and its own. */
export const listVersions = (app: App, ref?: string): string[] =>
  git('tag', '--list', `${app}@*`, '--sort=-version:refname', ...(ref ? ['--merged', ref] : []))
    .split('\n')
    .filter(Boolean)
    .map((tag) => tag.slice(app.length + 1));
