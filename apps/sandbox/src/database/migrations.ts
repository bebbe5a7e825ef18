import { StripeSchema1795900000001 } from './migrations/0001-stripe-schema.js';

/** In the order of execution. */
export const migrations = [StripeSchema1795900000001];
