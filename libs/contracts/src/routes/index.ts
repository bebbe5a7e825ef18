import * as account from './account.js';
import * as adminOrders from './admin-orders.js';
import * as art from './art.js';
import * as cart from './cart.js';
import * as catalog from './catalog.js';
import * as checkout from './checkout.js';
import * as cutOuts from './cut-outs.js';
import * as identity from './identity.js';
import * as orders from './orders.js';
import * as secondFactor from './second-factor.js';
import * as support from './support.js';
import type { Route } from './route.js';

export * from './route.js';
export * from './second-factor.rules.js';
export * from './account.js';
export * from './admin-orders.js';
export * from './art.js';
export * from './cart.js';
export * from './catalog.js';
export * from './checkout.js';
export * from './cut-outs.js';
export * from './identity.js';
export * from './orders.js';
export * from './second-factor.js';
export * from './support.js';

/** All public routes. */
export const publicRoutes: readonly Route[] = [
  identity,
  account,
  secondFactor,
  catalog,
  art,
  cutOuts,
  cart,
  checkout,
  orders,
  adminOrders,
  support,
].flatMap((area) => Object.values<Route>(area));

/** The routes that exist in this environment. */
export const listRoutes = (environment: string): readonly Route[] =>
  publicRoutes.filter(({ developmentOnly }) => !developmentOnly || environment !== 'production');
