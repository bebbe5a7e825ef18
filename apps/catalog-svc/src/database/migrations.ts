import { InitialSchema } from './migrations/0001-initial-schema.js';
import { ProductSearch } from './migrations/0002-product-search.js';
import { ProductOrderAndCost } from './migrations/0003-product-order-and-cost.js';
import { OpenCategories } from './migrations/0004-open-categories.js';
import { ProductPages } from './migrations/0005-product-pages.js';
import { Reviews } from './migrations/0006-reviews.js';

/** In the order of execution. */
export const migrations = [InitialSchema, ProductSearch, ProductOrderAndCost, OpenCategories, ProductPages, Reviews];
