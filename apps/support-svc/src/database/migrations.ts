import { Support1795190400000 } from './migrations/0001-support.js';
import { Letters1795276800000 } from './migrations/0003-letters.js';

/** In the order they run. */
export const migrations = [Support1795190400000, Letters1795276800000];
