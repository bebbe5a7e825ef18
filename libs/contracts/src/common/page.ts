import * as z from 'zod/mini';

/**
 * Where a list goes on: behind the entry with this moment and id. Lists that are cut into pages are newest first, ties by id
 * (largest first). `createdAt` has the database's microseconds, so that no entry is passed over between two of one millisecond.
 */
export interface PageKey {
  createdAt: string;
  id: string;
}

const KEY = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const toBase64Url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fromBase64Url = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

/** The opaque form of a key; it means nothing but to the list that gave it. */
export const encodeCursor = ({ createdAt, id }: PageKey): string => toBase64Url(`${createdAt}|${id}`);

/** The key of a cursor; null for anything that no list gave. */
export function decodeCursor(cursor: string): PageKey | null {
  if (!/^[\w-]{1,200}$/.test(cursor)) return null;
  try {
    const [, createdAt, id] = KEY.exec(fromBase64Url(cursor)) ?? [];
    return createdAt && id && !Number.isNaN(Date.parse(createdAt)) ? { createdAt, id } : null;
  } catch {
    // Not base64.
    return null;
  }
}

export const CURSOR_INVALID = 'This place in the list does not exist. Please start at the beginning.';
export const cursorSchema = z.pipe(
  z.string(CURSOR_INVALID),
  z.transform((cursor, context): PageKey => {
    const key = decodeCursor(cursor);
    if (key) return key;
    context.issues.push({ code: 'custom', message: CURSOR_INVALID, input: cursor });
    return z.NEVER;
  }),
);

/** The part of a list's query that cuts it into pages: `limit` (1 to `max`), and where the page begins. */
export const createPageQuerySchema = (defaultLimit: number, max: number) =>
  z.object({
    limit: z._default(
      z.coerce
        .number(`The limit must be from 1 to ${max}`)
        .check(
          z.int(`The limit must be from 1 to ${max}`),
          z.minimum(1, `The limit must be from 1 to ${max}`),
          z.maximum(max, `The limit must be from 1 to ${max}`),
        ),
      defaultLimit,
    ),
    cursor: z.optional(cursorSchema),
  });

/** The address of the next page out of a `Link` header (RFC 8288); null on the last page. */
export function nextPageOf(link: string | null): string | null {
  for (const [, address, parameters] of (link ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[\w-]+=(?:"[^"]*"|[^\s";,]+))*)/g)) {
    if (address && /;\s*rel="?next"?(?:\s|;|$)/.test(parameters ?? '')) return address;
  }
  return null;
}
