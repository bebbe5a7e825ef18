import { StripeSchema1795900000001 } from './migrations/0001-stripe-schema.js';
import { PrintfulSchema1795900000002 } from './migrations/0002-printful-schema.js';

/** In the order of execution. */
export const migrations = [StripeSchema1795900000001, PrintfulSchema1795900000002];
