/** Which services of which checkout run together, and the purchase in each such shop. */
import { SERVICES } from '../../dev/stack/services.ts';
import type { Stack } from '../../dev/stack/stack.ts';
import { prove } from './report.ts';

type Service = (typeof SERVICES)[number];
/** Service → the root of the checkout whose build runs. */
export type Roots = Readonly<Record<Service, string>>;

export interface Pair {
  readonly name: string;
  readonly roots: Roots;
}

export interface Versions {
  /** The root of this checkout. */
  readonly today: string;
  /** Services that were released: the root of their commit, and its name. */
  readonly released: ReadonlyMap<Service, { readonly root: string; readonly commit: string }>;
}

const fill = (rootOf: (service: Service) => string): Roots =>
  Object.fromEntries(SERVICES.map((service) => [service, rootOf(service)])) as Roots;

/** Two shops with their pairs in order. Each shop keeps its data, so that each version reads the rows of the others. */
export function planPairs({ today, released }: Versions, withMixed: boolean): [ofToday: Pair[], ofReleased: Pair[]] {
  const isMixed = (): boolean => withMixed && released.size > 0;
  const rootOf = (service: Service): string => released.get(service)?.root ?? today;
  const swap = (
    name: (service: Service, commit: string) => string,
    choose: (isSwapped: boolean, service: Service) => string,
  ) =>
    isMixed()
      ? [...released].map(([service, { commit }]) => ({
          name: name(service, commit.slice(0, 8)),
          roots: fill((each) => choose(each === service, each)),
        }))
      : [];
  return [
    [
      { name: 'this version creates the databases', roots: fill(() => today) },
      ...swap(
        (service, commit) => `${service} of ${commit}, the rest of this version`,
        (isSwapped, service) => (isSwapped ? rootOf(service) : today),
      ),
      { name: 'the released services on the databases of this version', roots: fill(rootOf) },
      { name: 'this version goes on', roots: fill(() => today) },
    ],
    isMixed()
      ? [
          { name: 'the released services create the databases', roots: fill(rootOf) },
          ...swap(
            (service) => `${service} of this version, the rest released`,
            (isSwapped, service) => (isSwapped ? today : rootOf(service)),
          ),
        ]
      : [],
  ];
}

/** Replaces the services that differ, one after the other as in a deployment, and buys. Returns how many pairs failed. */
export async function runPairs(
  shop: Pick<Stack, 'startService' | 'stopService'>,
  pairs: readonly Pair[],
  buy: () => Promise<void>,
): Promise<number> {
  let failed = 0;
  const running = new Map<Service, string>(Object.entries(pairs[0]?.roots ?? {}) as [Service, string][]);
  for (const { name, roots } of pairs) {
    const isProven = await prove(name, async () => {
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
