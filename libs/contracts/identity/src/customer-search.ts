import * as z from 'zod/mini';
import { searchRequestSchema } from '@shop/contracts-common';
import { emailSchema } from './email.js';

/**
 * Body of searches for what belongs to a customer. `email`: only entries with exactly this address. A server of a version before ignores it, so
 * `words` has the address too.
 */
export const customerSearchRequestSchema = z.extend(searchRequestSchema, { email: z.optional(emailSchema) });
export type CustomerSearchRequest = z.infer<typeof customerSearchRequestSchema>;
