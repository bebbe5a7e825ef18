import type * as z from 'zod/mini';
import { createPageQuerySchema } from '../common/index.js';

/** Query of `GET /api/orders`; newest first, ties by id. */
export const OWN_ORDERS_LIMIT = { default: 50, max: 500 } as const;
export const ownOrdersQuerySchema = createPageQuerySchema(OWN_ORDERS_LIMIT.default, OWN_ORDERS_LIMIT.max);
export type OwnOrdersQuery = z.output<typeof ownOrdersQuerySchema>;
