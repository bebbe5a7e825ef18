import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as identity from '../routes/identity.js';
import * as adminUsers from '../routes/admin-users.js';
import * as account from '../routes/account.js';
import * as secondFactor from '../routes/second-factor.js';
import { adminUserDocs } from './admin-users.js';
import { identityDocs } from './identity.js';

/** The documentation and examples of each call. */
export const identityOperations: readonly Operation[] = [
  ...describeRoutes({ ...identity, ...account, ...secondFactor }, identityDocs),
  ...describeRoutes(adminUsers, adminUserDocs),
];
