/** Which services of which checkout run together, and the purchase in each such shop. */
import { SERVICES } from '../../dev/stack/services.ts';
import type { Stack } from '../../dev/stack/stack.ts';
import { provePart } from './prove-part.ts';

type Service = (typeof SERVICES)[number];
/** Service → the root of the checkout whose build runs. */
export type Roots = Readonly<Record<Service, string>>;

export interface Combination {
  readonly name: string;
  readonly roots: Roots;
}

export interface Versions {
  /** The root of this checkout. */
  readonly current: string;
  /** Services that were released: the root of their commit, and its name. */
  readonly released: ReadonlyMap<Service, { readonly root: string; readonly commit: string }>;
}

type RootOf = (service: Service) => string;

const toRoots = (rootOf: RootOf): Roots =>
  Object.fromEntries(SERVICES.map((service) => [service, rootOf(service)])) as Roots;

/**
 * Two shops with their combinations in order. Each shop keeps its data, so that each version reads the rows of the others.
 * @param withMixed also combinations in which one service is of another version than the rest
 */
export function planCombinations(
  { current, released }: Versions,
  withMixed: boolean,
): [ofCurrent: Combination[], ofReleased: Combination[]] {
  const isMixed = withMixed && released.size > 0;
  const ofCurrent: RootOf = () => current;
  const ofReleased: RootOf = (service) => released.get(service)?.root ?? current;
  /** Each released service once: `one` chooses its build, `rest` those of the others. */
  const swapEach = (name: (service: Service, commit: string) => string, one: RootOf, rest: RootOf): Combination[] =>
    [...released].map(([swapped, { commit }]) => ({
      name: name(swapped, commit.slice(0, 8)),
      roots: toRoots((service) => (service === swapped ? one : rest)(service)),
    }));
  const inCurrent = (service: Service, commit: string): string => `${service} of ${commit}, the rest of this version`;
  const inReleased = (service: Service): string => `${service} of this version, the rest released`;
  return [
    [
      { name: 'this version creates the databases', roots: toRoots(ofCurrent) },
      ...(isMixed ? swapEach(inCurrent, ofReleased, ofCurrent) : []),
      { name: 'the released services on the databases of this version', roots: toRoots(ofReleased) },
      { name: 'this version goes on', roots: toRoots(ofCurrent) },
    ],
    isMixed
      ? [
          { name: 'the released services create the databases', roots: toRoots(ofReleased) },
          ...swapEach(inReleased, ofCurrent, ofReleased),
        ]
      : [],
  ];
}

/** Replaces the services that differ, one after the other as in a deployment, and buys. Returns how many combinations failed. */
export async function runCombinations(
  shop: Pick<Stack, 'startService' | 'stopService'>,
  combinations: readonly Combination[],
  buy: () => Promise<void>,
): Promise<number> {
  let failed = 0;
  const running = new Map<Service, string>(Object.entries(combinations[0]?.roots ?? {}) as [Service, string][]);
  for (const { name, roots } of combinations) {
    const isProven = await provePart(name, async () => {
      for (const service of SERVICES.filter((each) => running.get(each) !== roots[each])) {
        running.delete(service);
        await shop.stopService(service);
        await shop.startService(service, roots[service]);
        running.set(service, roots[service]);
      }
      await buy();
    });
    if (!isProven) failed += 1;
  }
  return failed;
}
