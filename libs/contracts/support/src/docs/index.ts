import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as support from '../routes/support.js';
import { supportDocs } from './support.js';

/** The documentation and examples of each call. */
export const supportOperations: readonly Operation[] = [...describeRoutes(support, supportDocs)];
