import * as account from '../routes/account.js';
import * as adminOrders from '../routes/admin-orders.js';
import * as art from '../routes/art.js';
import * as cart from '../routes/cart.js';
import * as catalog from '../routes/catalog.js';
import * as checkout from '../routes/checkout.js';
import * as cutOuts from '../routes/cut-outs.js';
import * as identity from '../routes/identity.js';
import * as orders from '../routes/orders.js';
import * as secondFactor from '../routes/second-factor.js';
import * as support from '../routes/support.js';
import { adminOrderDocs } from './admin-orders.js';
import { artDocs } from './art.js';
import { cartDocs } from './cart.js';
import { catalogDocs } from './catalog.js';
import { checkoutDocs } from './checkout.js';
import { cutOutDocs } from './cut-outs.js';
import { identityDocs } from './identity.js';
import { describeRoutes, type Operation } from './operation.js';
import { orderDocs } from './orders.js';
import { supportDocs } from './support.js';

export { openApiDocument } from './openapi.js';
export type { Example, Given, Operation, Caller } from './operation.js';
export { ADDRESS, BY_KEY, BY_VERSION, SAMPLE } from './operation.js';

/** All calls of `/api`. The OpenAPI document is generated from them, and the API tests send each example. */
export const operations: readonly Operation[] = [
  ...describeRoutes({ ...identity, ...account, ...secondFactor }, identityDocs),
  ...describeRoutes(catalog, catalogDocs),
  ...describeRoutes(art, artDocs),
  ...describeRoutes(cutOuts, cutOutDocs),
  ...describeRoutes(cart, cartDocs),
  ...describeRoutes(checkout, checkoutDocs),
  ...describeRoutes(orders, orderDocs),
  ...describeRoutes(adminOrders, adminOrderDocs),
  ...describeRoutes(support, supportDocs),
];
