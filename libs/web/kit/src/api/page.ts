import { nextPageOf } from '@shop/contracts/common';

/** One page of a long list, newest first. `next` is the address of the page after it, or null where the list ends. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** The next page's address out of a `Link` header. Only the shop's own `/api` is ever followed. */
export function getNextPagePath(link: string | null): string | null {
  const path = nextPageOf(link);
  return path?.startsWith('/api/') ? path : null;
}
