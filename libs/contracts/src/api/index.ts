import { artOperations } from './art.js';
import { backOfficeOperations } from './back-office.js';
import { catalogOperations } from './catalog.js';
import { cutOutOperations } from './cut-outs.js';
import { identityOperations } from './identity.js';
import type { Operation } from './operation.js';
import { orderOperations } from './order.js';
import { ownOrderOperations } from './own-orders.js';
import { stylePreviewOperations } from './style-previews.js';
import { supportOperations } from './support.js';

export { openApiDocument } from './openapi.js';
export type { Answer, Example, Given, Operation, Caller } from './operation.js';
export { ADDRESS, SAMPLE } from './samples.js';

/** All calls of `/api`. The OpenAPI document is generated from them, and the API tests send each example. */
export const operations: readonly Operation[] = [
  ...identityOperations,
  ...catalogOperations,
  ...artOperations,
  ...cutOutOperations,
  ...stylePreviewOperations,
  ...orderOperations,
  ...ownOrderOperations,
  ...backOfficeOperations,
  ...supportOperations,
];
