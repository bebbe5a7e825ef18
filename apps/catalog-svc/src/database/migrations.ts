import { InitialSchema } from './migrations/0001-initial-schema.js';
import { ProductSearch } from './migrations/0002-product-search.js';

/** In the order of execution. */
export const migrations = [InitialSchema, ProductSearch];
