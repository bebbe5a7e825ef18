import { InitialSchema } from './migrations/0001-initial-schema.js';

/** In the order of execution. */
export const migrations = [InitialSchema];
