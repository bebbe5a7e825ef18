import * as z from 'zod/mini';

/** What a service says about one of its pages, for the page's head. The gateway writes the markup. */
export const pageHeadSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** Shown beside a link to the page; `url` is a path. */
  picture: z.nullable(z.object({ url: z.string(), width: z.int(), height: z.int() })),
});
export type PageHead = z.infer<typeof pageHeadSchema>;
