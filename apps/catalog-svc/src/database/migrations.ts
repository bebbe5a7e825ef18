import { Catalogue1795190400000 } from './migrations/0001-catalogue.js';
import { AdminCatalogue1795200000000 } from './migrations/0002-admin-catalogue.js';
import { AuditEntries1763700000000 } from './migrations/0003-audit.js';

/** In the order they run. */
export const migrations = [Catalogue1795190400000, AdminCatalogue1795200000000, AuditEntries1763700000000];
