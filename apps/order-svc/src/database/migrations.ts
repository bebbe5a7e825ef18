import { InitialSchema1763600000000 } from './migrations/0001-initial-schema.js';
import { AuditEntries1763700000000 } from './migrations/0002-audit.js';
import { PaymentIntentsAndOrderRefunds1795800000000 } from './migrations/0003-payment-intents-and-order-refunds.js';
import { ForeignKeyIndexes1795850000000 } from './migrations/0004-foreign-key-indexes.js';
import { FiguresAndOpenWork1795900000000 } from './migrations/0005-figures-and-open-work.js';

/** In the order of execution. */
export const migrations = [
  InitialSchema1763600000000,
  AuditEntries1763700000000,
  PaymentIntentsAndOrderRefunds1795800000000,
  ForeignKeyIndexes1795850000000,
  FiguresAndOpenWork1795900000000,
];
