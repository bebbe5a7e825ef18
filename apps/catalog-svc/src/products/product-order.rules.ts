/**
 * The order of the products. Each has a time by which lists are sorted, latest first: the time of its creation, or one between those of the
 * neighbors beside which an admin has placed it. So a new product is the first one, and a move changes one row. Only if there is no time left
 * between two neighbors, the nearest ones are spread.
 */

/** A product's place in the list. `at` is in microseconds, like the database. Equal times are sorted by id, largest first. */
export interface Place {
  readonly id: string;
  readonly at: number;
}

/** Places beside the new one, nearest first. */
export interface Neighbors {
  readonly above: readonly Place[];
  readonly below: readonly Place[];
  /** Whether these are all: no product is listed above or below them. */
  readonly isWhole: { readonly above: boolean; readonly below: boolean };
}

/** Distance to the first and to the last product. */
const SPACING_US = 1_000;
/** Spread products are at least so far apart, so that the next moves find room. */
const MIN_SPACING_US = 16;

const isListedAbove = (one: Place, other: Place): boolean =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

/** Whether the product already is where it is to be placed. */
export function isInPlace(moved: Place, { above: [above], below: [below] }: Neighbors): boolean {
  return (!above || isListedAbove(above, moved)) && (!below || isListedAbove(moved, below));
}

/** The latest and the earliest time between which `count` products are placed. */
function getBounds({ above, below }: Neighbors, reach: number, count: number): { latest: number; earliest: number } {
  const [upper, lower] = [above[reach]?.at, below[reach]?.at];
  const room = SPACING_US * (count + 1);
  if (upper !== undefined) return { latest: upper, earliest: lower ?? upper - room };
  if (lower !== undefined) return { latest: lower + room, earliest: lower };
  const first = (above.at(-1) ?? below[0])?.at ?? 0;
  return { latest: first, earliest: first - room };
}

/**
 * The new places of the product and, if there was no room, of its nearest neighbors. Null: there is no room among these neighbors, ask with more.
 */
export function findPlaces(movedId: string, neighbors: Neighbors): Place[] | null {
  const { above, below, isWhole } = neighbors;
  for (let reach = 0; ; reach = reach * 2 || 1) {
    const isPastAbove = reach >= above.length;
    const isPastBelow = reach >= below.length;
    if ((isPastAbove && !isWhole.above) || (isPastBelow && !isWhole.below)) return null;
    const ids = [...above.slice(0, reach).reverse(), { id: movedId }, ...below.slice(0, reach)].map(({ id }) => id);
    const { latest, earliest } = getBounds(neighbors, reach, ids.length);
    const step = (latest - earliest) / (ids.length + 1);
    if (step < MIN_SPACING_US) continue;
    return ids.map((id, index) => ({ id, at: latest - Math.floor(step * (index + 1)) }));
  }
}
