import * as z from 'zod/mini';
import type { Readable } from '../common/index.js';

/** `by-hand`: an admin sends the print files to a printer. */
export const PRINT_PROVIDERS = ['sandbox', 'printful', 'by-hand'] as const;
export const printProviderSchema = z.enum(PRINT_PROVIDERS);
export type PrintProviderName = z.infer<typeof printProviderSchema>;

/**
 * - held: the change window is open; the customer may change the order
 * - waiting: for print files, or for the next attempt
 * - submitting: a request to the printer is running
 * - submitted: the printer has the order
 * - cancelled: the order will not be printed
 */
export const FULFILMENT_STATES = ['change-window', 'waiting', 'submitting', 'submitted', 'cancelled'] as const;

/** State of printing, for admins. */
export const fulfilmentSchema = z.object({
  state: z.enum(FULFILMENT_STATES),
  provider: printProviderSchema,
  /** End of the change window. */
  dueAt: z.iso.datetime(),
  /** Attempts to submit the order to the printer. */
  attempts: z.int(),
  nextTryAt: z.nullable(z.iso.datetime()),
  /** Why printing is delayed, in a plain sentence; null if it is not. */
  reason: z.nullable(z.string()),
  /** The printer's order number. */
  externalId: z.nullable(z.string()),
});
export type Fulfilment = z.infer<typeof fulfilmentSchema>;
export type DisplayedFulfilment = Readable<Fulfilment>;
