import { AuditEntries1763700000000 } from './migrations/0003-audit.js';
import { Identity1795190500000 } from './migrations/0001-identity.js';
import { AccountsThatEnd1795280400000 } from './migrations/0002-accounts-that-end.js';

/** In the order they run. */
export const migrations = [Identity1795190500000, AccountsThatEnd1795280400000, AuditEntries1763700000000];
