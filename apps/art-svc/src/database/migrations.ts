import { InitialSchema1795190400000 } from './migrations/0001-initial-schema.js';

/** In the order they run. */
export const migrations = [InitialSchema1795190400000];
