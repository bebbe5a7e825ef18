import { InitialSchema1795190500000 } from './migrations/0001-initial-schema.js';
import { AuditEntries1763700000000 } from './migrations/0002-audit-entries.js';
import { ForeignKeyIndexes1795850000000 } from './migrations/0003-foreign-key-indexes.js';
import { HostileSignIns1795860000000 } from './migrations/0004-hostile-sign-ins.js';

/** In the order they run. */
export const migrations = [
  AuditEntries1763700000000,
  InitialSchema1795190500000,
  ForeignKeyIndexes1795850000000,
  HostileSignIns1795860000000,
];
