import * as z from 'zod/mini';
import { readable } from './reader.js';

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
