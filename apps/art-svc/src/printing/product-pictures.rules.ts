/**
 * Which product pictures are fetched for mock-ups: the catalogue's own under `/pictures/` and stored ones under
 * `/media/`. Any other address, which an admin typed in, is never requested; the mock-up then has a plain background.
 */
export type PictureSource =
  { readonly from: 'catalogue'; readonly path: string } | { readonly from: 'store'; readonly imageId: string };

const CATALOGUE_PATH = /^\/pictures\/[a-z0-9][a-z0-9-]*\.(svg|png|jpg)$/;
const MEDIA_PATH = /^\/media\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?w=\d+)?$/i;

export function findPictureSource(url: string | null): PictureSource | null {
  if (url === null) return null;
  if (CATALOGUE_PATH.test(url)) return { from: 'catalogue', path: url };
  const stored = MEDIA_PATH.exec(url)?.[1];
  return stored ? { from: 'store', imageId: stored.toLowerCase() } : null;
}
