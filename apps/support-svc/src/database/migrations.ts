import { InitialSchema1795190400000 } from './migrations/0001-initial-schema.js';
import { AuditEntries1763700000000 } from './migrations/0002-audit-entries.js';
import { AccountsByEmail1795850000000 } from './migrations/0003-accounts-by-email.js';
import { EmailsByAccount1795860000000 } from './migrations/0004-emails-by-account.js';
import { OldContactRequests1795870000000 } from './migrations/0005-old-contact-requests.js';
import { ContactTotal1795960000000 } from './migrations/0006-contact-total.js';

/** In the order they run. */
export const migrations = [
  AuditEntries1763700000000,
  InitialSchema1795190400000,
  AccountsByEmail1795850000000,
  EmailsByAccount1795860000000,
  OldContactRequests1795870000000,
  ContactTotal1795960000000,
];
