const MONEY_PROOF = /\/money-proof\.int\.spec\.ts$/;

/** Groups of the tools' specs, which start programs and wait for them, and of those that draw in full size: up to two minutes each. */
const LONG_GROUPS = [/\/together\/tools\/[^/]+\.spec\.ts$/, /\/together\/unit\/art-svc-limited-\d+\.spec\.ts$/];

/** In this order. */
const LONGEST = [MONEY_PROOF, ...LONG_GROUPS];

/** Half a minute and more each, and most of it waiting: for leases that end, for brokers and servers that come back. */
const WAITING =
  /\/(changed-orders|takeover|promises|secrets|letters-delivery|hardships|openai-engine|print-takeover)\.int\.spec\.ts$/;

/** They run by themselves. */
export const isLong = (path: string): boolean => MONEY_PROOF.test(path) || WAITING.test(path);

/**
 * The longest first, or one would run on while the other cores have nothing left to do; those that wait are spread over the first two thirds of the rest, so that at each
 * time others work beside them, and none is waited for at the end.
 */
export function inGoodOrder<T extends { path: string }>(specs: readonly T[]): T[] {
  const longest = LONGEST.flatMap((pattern) => specs.filter(({ path }) => pattern.test(path)));
  const waiting = specs.filter(({ path }) => WAITING.test(path));
  const working = specs.filter((spec) => !longest.includes(spec) && !waiting.includes(spec));
  const after = (place: number): T[] =>
    waiting.filter((_, index) => Math.floor(((index + 0.5) * working.length * 2) / (waiting.length * 3)) === place);
  return working.length === 0
    ? [...longest, ...waiting]
    : [...longest, ...working.flatMap((spec, place) => [spec, ...after(place)])];
}
