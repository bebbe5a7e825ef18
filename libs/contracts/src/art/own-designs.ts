import type * as z from 'zod/mini';
import { createPageQuerySchema } from '../common/index.js';

/** Query of `GET /api/designs`; newest first, ties by id. */
export const OWN_DESIGNS_LIMIT = { default: 48, max: 200 } as const;
export const ownDesignsQuerySchema = createPageQuerySchema(OWN_DESIGNS_LIMIT.default, OWN_DESIGNS_LIMIT.max);
export type OwnDesignsQuery = z.output<typeof ownDesignsQuerySchema>;
