import { parseNextPageUrl } from '@shop/contracts/common';

/** One page of a long list, newest first. `next` is the path of the next page, or null on the last page. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** Reads the next page's path from a `Link` header. Only the shop's own `/api` is accepted. */
export function getNextPagePath(link: string | null): string | null {
  const path = parseNextPageUrl(link);
  return path?.startsWith('/api/') ? path : null;
}
