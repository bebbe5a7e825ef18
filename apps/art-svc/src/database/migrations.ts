import { InitialSchema1795190400000 } from './migrations/0001-initial-schema.js';
import { CutOuts1795795200000 } from './migrations/0002-cut-outs.js';

/** In the order they run. */
export const migrations = [InitialSchema1795190400000, CutOuts1795795200000];
