import * as z from 'zod/mini';

/**
 * The link in an order's emails only shows the order. A change by the link also needs a code, which is sent to the order's
 * email address.
 */
export const ORDER_CODE = {
  digits: 6,
  validMinutes: 10,
  /** A code ends after so many wrong entries. */
  tries: 5,
  /** How long a code opens the changes of its order, for the session that entered it. */
  opensMinutes: 60,
  /** For each network, and for all of them together. */
  sendsAnHour: 5,
  sendsADay: 20,
} as const;

/** Error code of the 403 that refuses a change by the link alone. */
export const ORDER_CODE_REQUIRED = 'ORDER_CODE_REQUIRED';

/** Answer of `POST /api/orders/{orderId}/code`. */
export const orderCodeSentSchema = z.object({ expiresAt: z.iso.datetime() });
export type OrderCodeSent = z.infer<typeof orderCodeSentSchema>;

const CODE_INCOMPLETE = 'Please enter the six digits of the code';

/** Body of `POST /api/orders/{orderId}/code/confirm`. Spaces and hyphens between the digits are ignored. */
export const confirmOrderCodeRequestSchema = z.object({
  code: z.string(CODE_INCOMPLETE).check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, '')),
    z.regex(/^\d{6}$/, CODE_INCOMPLETE),
  ),
});
export type ConfirmOrderCodeRequest = z.input<typeof confirmOrderCodeRequestSchema>;
