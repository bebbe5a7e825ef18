import * as z from 'zod/mini';

/** `by-hand`: an admin takes the print files to a press. */
export const PRINT_PROVIDERS = ['sandbox', 'printful', 'by-hand'] as const;
export const printProviderSchema = z.enum(PRINT_PROVIDERS);
export type PrintProviderName = z.infer<typeof printProviderSchema>;

/**
 * - held: the customer may still change the order
 * - waiting: for its print files, or for the next try
 * - submitting: the printer is being told
 * - submitted: the printer has it
 * - cancelled: it is not to be printed
 */
export const FULFILMENT_STATES = ['held', 'waiting', 'submitting', 'submitted', 'cancelled'] as const;

/** How an order comes to be printed, as admins see it. */
export const fulfilmentSchema = z.object({
  state: z.enum(FULFILMENT_STATES),
  provider: printProviderSchema,
  /** When the hold is over. */
  dueAt: z.iso.datetime(),
  /** Tries to tell the printer. */
  attempts: z.int(),
  nextTryAt: z.nullable(z.iso.datetime()),
  /** Why it does not go on, in a plain sentence; null where all is well. */
  reason: z.nullable(z.string()),
  /** The order's number at the printer. */
  externalId: z.nullable(z.string()),
});
export type Fulfilment = z.infer<typeof fulfilmentSchema>;
