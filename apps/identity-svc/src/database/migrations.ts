import { InitialSchema } from './migrations/0001-initial-schema.js';
import { UserSearch } from './migrations/0002-user-search.js';
import { ReviewErasures } from './migrations/0003-review-erasures.js';

/** In the order of execution. */
export const migrations = [InitialSchema, UserSearch, ReviewErasures];
