import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as catalog from '../routes/catalog.js';
import { catalogDocs } from './catalog.js';

/** The documentation and examples of each call. */
export const catalogOperations: readonly Operation[] = [...describeRoutes(catalog, catalogDocs)];
