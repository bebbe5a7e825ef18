import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { encodeCursor, type PageKey } from '@shop/contracts/common';
import { map, type Observable } from 'rxjs';

/** Some entries of a list, and the key of the last of them where more follow. */
export interface Page<Entry> {
  items: Entry[];
  next: PageKey | null;
}

/** A timestamptz column as the moment of a page's key, to the microsecond. `column` is SQL of ours, never of a caller. */
export const keyMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Cuts what was asked for with one row more than `limit`: that row says that another page follows. */
export function pageOf<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  parts: { key: (row: Row) => PageKey; entry: (row: Row) => Entry },
): Page<Entry> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items: items.map(parts.entry), next: last && rows.length > limit ? parts.key(last) : null };
}

/** The same address with the cursor of the next page (RFC 8288). */
export function toNextLink(address: string, next: PageKey): string {
  const url = new URL(address, 'http://shop');
  url.searchParams.set('cursor', encodeCursor(next));
  return `<${url.pathname}${url.search}>; rel="next"`;
}

class PageInterceptor implements NestInterceptor<Page<unknown>, unknown[]> {
  intercept(context: ExecutionContext, next: CallHandler<Page<unknown>>): Observable<unknown[]> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((page) => {
        if (page.next)
          http
            .getResponse<{ header(name: string, value: string): unknown }>()
            .header('link', toNextLink(http.getRequest<{ url: string }>().url, page.next));
        return page.items;
      }),
    );
  }
}

/** The handler returns a Page; the answer is the array of its items, and a `Link` header where another page follows. */
export const Paged = (): MethodDecorator => applyDecorators(UseInterceptors(new PageInterceptor()));
