/** May a commit of an app replace what is released? */
import { type App, type AppContract } from './apps.ts';
import { createReaders, findBreakingChanges, type BreakingChange } from './compare.ts';
import { git, listVersions, readContract, readReleasedContracts, toCommit, type Released } from './released.ts';

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

const isAncestor = (one: string, other: string): boolean => git('merge-base', one, other) === toCommit(one);

/** The highest version that a commit descends from. The tag of the commit itself is not one. */
export const findVersionBefore = (app: App, commit: string): string | undefined =>
  listVersions(app, commit).find((version) => toCommit(`${app}@${version}`) !== toCommit(commit));

/**
 * All changes that break released apps. The commit is compared with the version that it descends from. If another version is released, it is also
 * compared with that. All changes count if the commit descends from the released version; only lost fields that others read and can't do without count if
 * it is an older version or a fix of one.
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
  const compareWith = (ref: string): BreakingChange[] =>
    findBreakingChanges(readContract(app, ref), contract, findReaders);
  const last = since && `${app}@${since}`;
  const changes = last ? compareWith(last) : [];
  if (!last || toCommit(last) !== toCommit(running)) {
    const isNewer = isAncestor(running, commit);
    // The release of `last` has judged the migrations up to it.
    const isUnjudged = ({ kind }: BreakingChange): boolean => !last || kind !== 'migration';
    const isMissed = ({ kind, isOptional }: BreakingChange): boolean => kind === 'answer' && !isOptional;
    const counts = (each: BreakingChange): boolean =>
      isNewer ? each.kind === 'answer' || isUnjudged(each) : isMissed(each);
    changes.push(...compareWith(running).filter(counts));
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
