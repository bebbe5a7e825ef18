import { Shop1763600000000 } from './migrations/0001-shop.js';

/** In the order they run. */
export const migrations = [Shop1763600000000];
