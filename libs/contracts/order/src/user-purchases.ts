import { readable, signedSumSchema } from '@shop/contracts-common';
import * as z from 'zod/mini';

/**
 * `GET /api/admin/users/:id/purchases`. `total`: what the shop received for the user's orders, less what went back by refunds and lost disputes.
 */
export const userPurchasesSchema = z.object({ paidOrders: z.int(), total: signedSumSchema });
export type UserPurchases = z.infer<typeof userPurchasesSchema>;
export const userPurchasesReader = readable(userPurchasesSchema);
