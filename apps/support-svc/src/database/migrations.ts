import { InitialSchema } from './migrations/0001-initial-schema.js';
import { RequestSearch } from './migrations/0002-request-search.js';
import { SentEmails } from './migrations/0004-sent-emails.js';

/** In the order of execution. */
export const migrations = [InitialSchema, RequestSearch, SentEmails];
