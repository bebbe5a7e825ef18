import * as art from '@shop/contracts-art/routes';
import * as catalog from '@shop/contracts-catalog/routes';
import type { Route } from '@shop/contracts-common/routes';
import * as identity from '@shop/contracts-identity/routes';
import * as order from '@shop/contracts-order/routes';
import * as support from '@shop/contracts-support/routes';

/** All public routes. */
export const publicRoutes: readonly Route[] = [identity, catalog, art, order, support].flatMap((owned) =>
  Object.values<Route>(owned),
);

/** The routes that exist in this environment. */
export const listRoutes = (environment: string): readonly Route[] =>
  publicRoutes.filter(({ developmentOnly }) => !developmentOnly || environment !== 'production');
