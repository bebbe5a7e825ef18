import * as z from 'zod/mini';
import { orAbsent, readable } from '@shop/contracts-common';

export const STYLE_KEYS = ['cyberpunk', 'modern', 'minimalistic', 'abstract'] as const;
export type StyleKey = (typeof STYLE_KEYS)[number];

export const styleSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** The engine that draws it: `built-in`, which understands single words of a prompt, or `openai`. */
  engine: z.optional(z.string()),
  /** The shop's example, which stands in for a preview. Absent: the page has its own sample. */
  exampleUrl: z.optional(z.string()),
});
export type Style = z.infer<typeof styleSchema>;

/** A style on a page; its key identifies it. */
export const styleReader = z.extend(z.omit(readable(styleSchema), { id: true }), { exampleUrl: orAbsent(z.string()) });
export type DisplayedStyle = z.output<typeof styleReader>;
