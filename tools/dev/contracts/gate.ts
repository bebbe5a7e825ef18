/** May a commit of an app replace what is released? */
import { type App, type AppContract } from './apps.ts';
import { createReaders, findBreakingChanges, type BreakingChange } from './compare.ts';
import { git, listVersions, readContract, readReleasedContracts, type Released } from './released.ts';

/** A breaking change that is meant, until a day. */
export interface Exception {
  readonly app: App;
  readonly change: string;
  readonly reason: string;
  /** ISO date. */
  readonly until: string;
}

export interface Candidate {
  readonly app: App;
  readonly commit: string;
  /** The version that it descends from; absent for a version that was judged before its release. */
  readonly since?: string;
  readonly contract: AppContract;
}

const toCommit = (ref: string): string => git('rev-parse', `${ref}^{commit}`);
const isAncestor = (one: string, other: string): boolean => git('merge-base', one, other) === toCommit(one);

/** The highest version that a commit descends from. The tag of the commit itself is not one. */
export const findVersionBefore = (app: App, commit: string): string | undefined =>
  listVersions(app, commit).find((version) => toCommit(`${app}@${version}`) !== toCommit(commit));

/**
 * All changes that break released apps. The commit is compared with the version that it descends from, and, if another one is released, also with
 * that: in full if it descends from it, else (an older version, or a fix of one) only in what others read of it and can't do without.
 */
export function judgeCandidate(
  candidate: Candidate,
  released: Released,
  exceptions: readonly Exception[],
): BreakingChange[] {
  const { app, commit, since, contract } = candidate;
  const running = released[app];
  if (!running) return [];
  const findReaders = createReaders(readReleasedContracts(released));
  const find = (ref: string): BreakingChange[] => findBreakingChanges(readContract(app, ref), contract, findReaders);
  const last = since && `${app}@${since}`;
  const changes = last ? find(last) : [];
  if (!last || toCommit(last) !== toCommit(running)) {
    const isNewer = isAncestor(running, commit);
    const isNew = ({ kind }: BreakingChange): boolean => !last || kind !== 'migration';
    const isMissed = ({ kind, isOptional }: BreakingChange): boolean => kind === 'answer' && !isOptional;
    changes.push(...find(running).filter((each) => (isNewer ? each.kind === 'answer' || isNew(each) : isMissed(each))));
  }
  const today = new Date().toISOString().slice(0, 10);
  const isExcepted = ({ change }: BreakingChange): boolean =>
    exceptions.some((each) => each.app === app && each.change === change && each.until >= today);
  const unique = new Map(changes.map((each) => [each.change, each]));
  return [...unique.values()].filter((each) => !isExcepted(each));
}

export const EXCEPTION_ADVICE = 'A change that is meant gets a dated entry in tools/dev/contracts/exceptions.json.';

export const describeChange = (app: App, { change, advice }: BreakingChange): string =>
  `${app}: ${change}\n    ${advice}`;
