import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as catalog from '../routes/catalog.js';
import * as productPage from '../routes/product-page.js';
import * as reviews from '../routes/reviews.js';
import { catalogDocs } from './catalog.js';
import { reviewDocs } from './reviews.js';

/** The documentation and examples of each call. */
export const catalogOperations: readonly Operation[] = [
  ...describeRoutes({ ...catalog, ...productPage }, catalogDocs),
  ...describeRoutes(reviews, reviewDocs),
];
