import * as z from 'zod/mini';

/** For emails about this order: the key of its page, and the end of its change window. */
export const orderLinkSchema = z.object({ key: z.string(), changeableUntil: z.nullable(z.iso.datetime()) });
export type OrderLink = z.infer<typeof orderLinkSchema>;
