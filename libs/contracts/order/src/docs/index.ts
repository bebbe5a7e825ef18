import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as cart from '../routes/cart.js';
import * as checkout from '../routes/checkout.js';
import * as orders from '../routes/orders.js';
import * as adminOrders from '../routes/admin-orders.js';
import * as adminOrderLists from '../routes/admin-order-lists.js';
import * as bulkActions from '../routes/bulk-actions.js';
import * as figures from '../routes/figures.js';
import * as shop from '../routes/shop.js';
import * as adminShop from '../routes/admin-shop.js';
import { cartDocs } from './cart.js';
import { checkoutDocs } from './checkout.js';
import { orderDocs } from './orders.js';
import { adminOrderDocs } from './admin-orders.js';
import { adminOrderListDocs } from './admin-order-lists.js';
import { adminShopDocs, shopDocs } from './shop.js';
import { bulkActionDocs } from './bulk-actions.js';
import { figuresDocs } from './figures.js';

/** The documentation and examples of each call. */
export const orderOperations: readonly Operation[] = [
  ...describeRoutes(cart, cartDocs),
  ...describeRoutes(checkout, checkoutDocs),
  ...describeRoutes(orders, orderDocs),
  ...describeRoutes(adminOrders, adminOrderDocs),
  ...describeRoutes(adminOrderLists, adminOrderListDocs),
  ...describeRoutes(bulkActions, bulkActionDocs),
  ...describeRoutes(figures, figuresDocs),
  ...describeRoutes(shop, shopDocs),
  ...describeRoutes(adminShop, adminShopDocs),
];
