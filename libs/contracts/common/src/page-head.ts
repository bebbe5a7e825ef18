import * as z from 'zod/mini';

/**
 * What a service says about one of its pages, for the page's head. The gateway writes the markup. `data` may contain
 * `{origin}` for the site's address.
 */
export const pageHeadSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** Shown beside a link to the page; `url` is a path. */
  picture: z.nullable(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** The page's address for search engines, a path: the head then replaces the general one. */
  canonicalPath: z.optional(z.string()),
  /** Structured data for search engines (schema.org, JSON-LD). */
  data: z.optional(z.record(z.string(), z.unknown())),
});
export type PageHead = z.infer<typeof pageHeadSchema>;

/** In place of a head: the page has another address now. */
export const movedPageSchema = z.object({ movedTo: z.string() });
export type MovedPage = z.infer<typeof movedPageSchema>;
