import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as ownerEmails from '../routes/owner-emails.js';
import * as support from '../routes/support.js';
import { ownerEmailsDocs } from './owner-emails.js';
import { supportDocs } from './support.js';

/** The documentation and examples of each call. */
export const supportOperations: readonly Operation[] = [
  ...describeRoutes(support, supportDocs),
  ...describeRoutes(ownerEmails, ownerEmailsDocs),
];
