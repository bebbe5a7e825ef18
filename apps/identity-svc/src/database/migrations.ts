import { InitialSchema } from './migrations/0001-initial-schema.js';
import { UserSearch } from './migrations/0002-user-search.js';

/** In the order of execution. */
export const migrations = [InitialSchema, UserSearch];
