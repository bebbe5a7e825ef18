import * as z from 'zod/mini';

/** A part of an artwork, in fractions (0..1) of its width and height. */
export const artworkBoxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type ArtworkBox = z.infer<typeof artworkBoxSchema>;
