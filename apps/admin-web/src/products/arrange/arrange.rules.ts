/** The order of the rows while the server still has the former one. */
import type { ProductMove } from '@shop/contracts-catalog';

interface Rows<Row> {
  readonly rows: readonly Row[];
}

/** The row directly before or after another one. Unchanged if one of them is not in the list. */
function moveRow<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  { before, after }: ProductMove,
): readonly Row[] {
  const moved = rows.find((row) => row.id === id);
  const others = rows.filter((row) => row !== moved);
  const neighbor = others.findIndex((row) => row.id === (before ?? after));
  if (!moved || neighbor < 0) return rows;
  const index = before === undefined ? neighbor + 1 : neighbor;
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

/** Each page keeps its length. */
export function moveInPages<Row extends { id: string }, Page extends Rows<Row>>(
  pages: readonly Page[],
  id: string,
  place: ProductMove,
): Page[] {
  const rows = moveRow<Row>(
    pages.flatMap((page) => page.rows),
    id,
    place,
  );
  let first = 0;
  return pages.map((page) => {
    const begin = first;
    first += page.rows.length;
    return { ...page, rows: rows.slice(begin, first) };
  });
}

export type Direction = 'top' | 'up' | 'down';

/** The neighbor that a button means; null if the row can't go there. */
export function findPlace(rows: readonly { id: string }[], index: number, direction: Direction): ProductMove | null {
  const neighbor = { top: index > 0 ? rows[0] : undefined, up: rows[index - 1], down: rows[index + 1] }[direction];
  if (!neighbor) return null;
  return direction === 'down' ? { after: neighbor.id } : { before: neighbor.id };
}
