/**
 * Which pictures of products are fetched for mock-ups: those that the shop draws itself, under `/pictures/`, and those in its own store, under
 * `/media/`. An address that somebody typed in is never asked for anything (D15): the mock-up then shows the artwork on a plain ground.
 */
export type PictureSource =
  { readonly from: 'catalogue'; readonly path: string } | { readonly from: 'store'; readonly imageId: string };

const DRAWN = /^\/pictures\/[a-z0-9][a-z0-9-]*\.(svg|png|jpg)$/;
const STORED = /^\/media\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?w=\d+)?$/i;

export function sourceOf(url: string | null): PictureSource | null {
  if (url === null) return null;
  if (DRAWN.test(url)) return { from: 'catalogue', path: url };
  const stored = STORED.exec(url)?.[1];
  return stored ? { from: 'store', imageId: stored.toLowerCase() } : null;
}
