import { Support1795190400000 } from './migrations/0001-support.js';
import { Requests1795273200000 } from './migrations/0002-requests.js';
import { Letters1795276800000 } from './migrations/0003-letters.js';
import { AuditEntries1763700000000 } from './migrations/0004-audit.js';
import { ChangedOrders1795290600000 } from './migrations/0005-changed-orders.js';

/** In the order they run. */
export const migrations = [
  AuditEntries1763700000000,
  Support1795190400000,
  Requests1795273200000,
  Letters1795276800000,
  ChangedOrders1795290600000,
];
