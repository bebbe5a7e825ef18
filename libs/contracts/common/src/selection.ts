import * as z from 'zod/mini';

/** Orders in one bulk action, and in one download. */
export const BULK_MAX = 200;
export const BULK_TOO_MANY = `Please select at most ${BULK_MAX} orders at once`;

const ORDER_NUMBER = /^PA-[0-9A-Z]{10}$/;
export const ORDER_NUMBERS_INVALID = 'Please send order numbers, separated by commas';

/** Query of the downloads for selected orders: their numbers, separated by commas, so that a plain link has them. */
export const selectedOrdersQuerySchema = z.object({
  orders: z.pipe(
    z.pipe(
      z.string(ORDER_NUMBERS_INVALID),
      z.transform((text) => text.split(',')),
    ),
    z.array(z.string().check(z.regex(ORDER_NUMBER, ORDER_NUMBERS_INVALID))).check(z.maxLength(BULK_MAX, BULK_TOO_MANY)),
  ),
});
