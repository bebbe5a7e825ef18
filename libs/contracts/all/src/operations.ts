import { artOperations } from '@shop/contracts-art/docs';
import { catalogOperations } from '@shop/contracts-catalog/docs';
import type { Operation } from '@shop/contracts-common/docs';
import { identityOperations } from '@shop/contracts-identity/docs';
import { orderOperations } from '@shop/contracts-order/docs';
import { supportOperations } from '@shop/contracts-support/docs';

/** All calls of `/api`. The OpenAPI document is generated from them, and the API tests send each example. */
export const operations: readonly Operation[] = [
  ...identityOperations,
  ...catalogOperations,
  ...artOperations,
  ...orderOperations,
  ...supportOperations,
];
