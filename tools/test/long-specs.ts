/** Works for a minute. */
const LONGEST = /\/money-proof\.int\.spec\.ts$/;

/** Half a minute and more each, and most of it waiting: for leases that end, for brokers and servers that come back. */
const WAITING = /\/(changed-orders|takeover|promises|secrets|letters-delivery|hardships|openai-engine|print-takeover)\.int\.spec\.ts$/;

/** Groups of the tools' specs, which start programs and wait for them: seconds each, half a minute a group. */
const WAITING_GROUP = /\/together\/tools\/[^/]+\.spec\.ts$/;

/** They run by themselves. */
export const isLong = (path: string): boolean => LONGEST.test(path) || WAITING.test(path);

/**
 * The longest first, or it would run on while the other cores have nothing left to do; those that wait are spread over the first two thirds of the run, so that at each
 * time others work beside them, and none is waited for at the end.
 */
export function inGoodOrder<T extends { path: string }>(specs: readonly T[]): T[] {
  const waits = (path: string): boolean => WAITING.test(path) || WAITING_GROUP.test(path);
  const [longest, waiting] = [specs.filter(({ path }) => LONGEST.test(path)), specs.filter(({ path }) => waits(path))];
  const working = specs.filter(({ path }) => !LONGEST.test(path) && !waits(path));
  const before = (place: number): T[] => waiting.filter((_, index) => Math.floor((index * working.length * 2) / (waiting.length * 3)) === place);
  return working.length === 0 ? [...longest, ...waiting] : [...longest, ...working.flatMap((spec, place) => [...before(place), spec])];
}
