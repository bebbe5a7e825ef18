import { InitialSchema1795190400000 } from './migrations/0001-initial-schema.js';
import { CutOuts1795795200000 } from './migrations/0002-cut-outs.js';
import { OpenAiBudgets1795881600000 } from './migrations/0003-openai-budgets.js';
import { Retention1795885200000 } from './migrations/0004-retention.js';
import { RetentionIndexes1795888800000 } from './migrations/0005-retention-indexes.js';

/** In the order they run. */
export const migrations = [
  InitialSchema1795190400000,
  CutOuts1795795200000,
  OpenAiBudgets1795881600000,
  Retention1795885200000,
  RetentionIndexes1795888800000,
];
