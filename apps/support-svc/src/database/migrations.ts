import { InitialSchema } from './migrations/0001-initial-schema.js';
import { RequestSearch } from './migrations/0002-request-search.js';
import { ShopSettings } from './migrations/0003-shop-settings.js';
import { SentEmails } from './migrations/0004-sent-emails.js';

/** In the order of execution. */
export const migrations = [InitialSchema, RequestSearch, ShopSettings, SentEmails];
