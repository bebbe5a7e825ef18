import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { encodeCursor, type PageKey } from '@shop/contracts-common';
import { Counter } from 'prom-client';
import { map, type Observable, tap } from 'rxjs';

/** One page of a list. `next` is the key of its last entry, or null on the last page. */
export interface Page<Entry> {
  items: Entry[];
  next: PageKey | null;
}

/** SQL that formats a timestamptz column for a page cursor, in microseconds. `column` is inserted verbatim: never pass user input. */
export const cursorTimestampSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Builds a page from a query that selected `limit + 1` rows. The extra row shows that another page follows. */
export function toPage<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  parts: { key: (row: Row) => PageKey; entry: (row: Row) => Entry },
): Page<Entry> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items: items.map(parts.entry), next: last && rows.length > limit ? parts.key(last) : null };
}

/** `Link` header value for the next page (RFC 8288): the same address with the next cursor. */
export function toNextLink(address: string, next: PageKey): string {
  const url = new URL(address, 'http://shop');
  url.searchParams.set('cursor', encodeCursor(next));
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/** In prom-client's global registry. The first page shows the newest orders or requests, which admins load all day. */
const customersListed = new Counter({
  name: 'customers_listed_total',
  help: 'Entries of customers that admins were sent on further pages of lists',
});

class CustomerListInterceptor implements NestInterceptor<unknown[], unknown[]> {
  intercept(context: ExecutionContext, next: CallHandler<unknown[]>): Observable<unknown[]> {
    const { query } = context.switchToHttp().getRequest<{ query: { cursor?: unknown } }>();
    return next.handle().pipe(tap((rows) => query.cursor !== undefined && customersListed.inc(rows.length)));
  }
}

class PageInterceptor implements NestInterceptor<Page<unknown> | undefined, unknown[] | undefined> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<Page<unknown> | undefined>,
  ): Observable<unknown[] | undefined> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((page) => {
        if (page?.next)
          http
            .getResponse<{ header(name: string, value: string): unknown }>()
            .header('link', toNextLink(http.getRequest<{ url: string }>().url, page.next));
        return page?.items;
      }),
    );
  }
}

/**
 * For handlers that return a `Page`: the response body is the array of items, and a `Link` header names the next page. A handler that sends the reply
 * itself (`@Res()`) returns nothing and sets the header with `toNextLink`.
 */
export const Paged = (): MethodDecorator => applyDecorators(UseInterceptors(new PageInterceptor()));

/** For paged lists of customers: counts the entries of further pages. Stands before `Paged`. */
export const CountsCustomers = (): MethodDecorator => applyDecorators(UseInterceptors(new CustomerListInterceptor()));
