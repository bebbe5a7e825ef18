import * as z from 'zod/mini';
import { readable } from './reader.js';

/**
 * Position in a list: after the entry with this time and id. Paged lists are sorted newest first, ties by id (largest
 * first). `createdAt` has microseconds like the database; with milliseconds, entries of the same millisecond would be
 * skipped.
 */
export interface PageKey {
  createdAt: string;
  id: string;
}

const KEY = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const toBase64Url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fromBase64Url = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

/** The cursor is opaque for clients. */
export const encodeCursor = ({ createdAt, id }: PageKey): string => toBase64Url(`${createdAt}|${id}`);

/** The key of a cursor; null if the cursor is invalid. */
export function decodeCursor(cursor: string): PageKey | null {
  if (!/^[\w-]{1,200}$/.test(cursor)) return null;
  try {
    const [, createdAt, id] = KEY.exec(fromBase64Url(cursor)) ?? [];
    return createdAt && id && !Number.isNaN(Date.parse(createdAt)) ? { createdAt, id } : null;
  } catch {
    // atob throws for text that is not base64.
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

/** Query parameters of a paged list: `limit` (1 to `max`) and `cursor`. */
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

/** Of lists of customers for admins: who needs more has the permission `export`. */
export const CUSTOMER_LIST_MAX = 100;
export const createCustomerListQuerySchema = () => createPageQuerySchema(CUSTOMER_LIST_MAX, CUSTOMER_LIST_MAX);

/** URL of the next page from a `Link` header (RFC 8288); null on the last page. */
export function parseNextPageUrl(link: string | null): string | null {
  for (const [, address, parameters] of (link ?? '').matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w-]+=(?:"[^"]*"|[^\s";,]+))*)/g,
  )) {
    if (address && /;\s*rel="?next"?(?:\s|;|$)/.test(parameters ?? '')) return address;
  }
  return null;
}

const stateSchema = z.nullable(z.record(z.string(), z.unknown()));

/** One event in the history of an order, a product or a contact request. Timelines are sorted newest first. */
export const timelineEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** noun.past-tense, as in events. */
  action: z.string(),
  /** Email address or name of the admin; null if the customer or the system acted. */
  actor: z.nullable(z.string()),
  /** A plain sentence for people. */
  summary: z.string(),
  before: stateSchema,
  after: stateSchema,
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
export const timelineEntryReader = readable(timelineEntrySchema);
