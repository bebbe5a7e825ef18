import * as z from 'zod/mini';

const stateSchema = z.nullable(z.record(z.string(), z.unknown()));

/** One thing that happened to an order, a product or a request, as screens show it. Timelines are newest first. */
export const timelineEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** noun.past-tense, as in events. */
  action: z.string(),
  /** Who did it: an e-mail address or a name; null where nobody of the shop did. */
  actor: z.nullable(z.string()),
  /** What happened, in a plain sentence. */
  summary: z.string(),
  before: stateSchema,
  after: stateSchema,
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
