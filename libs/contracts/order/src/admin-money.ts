import * as z from 'zod/mini';
import {
  MAX_CENTS,
  orNull,
  parseCents,
  permissionSchema,
  readable,
  sumSchema,
  type Readable,
} from '@shop/contracts-common';

/**
 * Kinds of discrepancies between payments, orders and printing. The ids of stored notifications derive from these
 * values: do not change them.
 */
export const MONEY_DISCREPANCIES = [
  'amount-mismatch',
  'unmatched-payment',
  'paid-after-cancel',
  'refund-pending',
  'refund-failed',
  'dispute-open',
  'payment-stopped',
  'print-missing',
  'print-failed',
  'not-printed',
  'printed-after-cancel',
  'parcel-returned',
  'not-reprinted',
  'problem-reported',
  'fulfilment-hold',
  'status-mismatch',
  'provider-error',
] as const;
export const moneyDiscrepancyKindSchema = z.enum(MONEY_DISCREPANCIES);
export type MoneyDiscrepancyKind = z.infer<typeof moneyDiscrepancyKindSchema>;

export const moneyDiscrepancySchema = z.object({
  id: z.uuid(),
  kind: moneyDiscrepancyKindSchema,
  /** null: the discrepancy belongs to no order, for example an unmatched payment. */
  orderId: z.nullable(z.uuid()),
  orderNumber: z.nullable(z.string()),
  since: z.iso.datetime(),
  message: z.string(),
  /**
   * The button that resolves it. `warning`: text to confirm before money moves. `href`: the page at the provider where
   * it can be resolved. `permission`: what the admin needs for it. null: it resolves without an admin.
   */
  action: z.nullable(
    z.object({
      label: z.string(),
      warning: z.nullable(z.string()),
      href: z.optional(z.url({ protocol: /^https$/ })),
      permission: z.optional(permissionSchema),
    }),
  ),
});
export type MoneyDiscrepancy = z.infer<typeof moneyDiscrepancySchema>;

/** Number of discrepancies in one answer, newest first; `discrepanciesCount` is the total. */
export const MONEY_DISCREPANCIES_LIMIT = 50;

/** Answer of `GET /api/admin/money`: payments, orders and printing in comparison. */
export const adminMoneySchema = z.object({
  /**
   * Received from customers; refunded of it; refunds that are requested but not confirmed; amounts in open disputes.
   */
  received: sumSchema,
  refunded: sumSchema,
  refundsPending: sumSchema,
  disputed: sumSchema,
  /** Amounts of lost disputes. Optional: screens work without it. */
  lostToDisputes: z.optional(sumSchema),
  /** All orders that were paid, including refunded ones. */
  orders: z.object({ paid: z.int(), total: sumSchema }),
  /** For orders that are paid and not cancelled. */
  printFiles: z.object({ required: z.int(), completed: z.int(), failed: z.int() }),
  /**
   * For orders whose change window is over and that are paid, not cancelled and not shipped by hand. Optional: screens
   * work without it.
   */
  printJobs: z.optional(z.object({ due: z.int(), atPrinter: z.int(), waiting: z.int() })),
  /** Sent again free of charge, and what the printer charges for it. Optional: screens work without it. */
  reprints: z.optional(z.object({ count: z.int(), costs: sumSchema })),
  discrepancies: z.array(moneyDiscrepancySchema).check(z.maxLength(MONEY_DISCREPANCIES_LIMIT)),
  discrepanciesCount: z.int(),
});
export type AdminMoney = z.infer<typeof adminMoneySchema>;

const readableMoney = readable(adminMoneySchema);
/** The Money card shows the figures that the answer has. */
export const adminMoneyReader = z.extend(readableMoney, {
  received: orNull(readableMoney.shape.received),
  refunded: orNull(readableMoney.shape.refunded),
  refundsPending: orNull(readableMoney.shape.refundsPending),
  disputed: orNull(readableMoney.shape.disputed),
  orders: orNull(readableMoney.shape.orders),
  printFiles: orNull(readableMoney.shape.printFiles),
  discrepancies: z.catch(readableMoney.shape.discrepancies, []),
  discrepanciesCount: orNull(z.int()),
});
export type DisplayedMoney = z.output<typeof adminMoneyReader>;
export type DisplayedDiscrepancy = Readable<MoneyDiscrepancy>;

/** Number of discrepancies in one email to the admins, newest first; `count` is the total. */
export const FOUND_DISCREPANCIES_LIMIT = 20;

/** Discrepancies that no admin was notified of. Names no customer: the messages leave out the printer's texts. */
export const foundDiscrepanciesSchema = z.object({
  count: z.int().check(z.positive()),
  newest: z
    .array(z.object({ orderNumber: z.nullable(z.string()), message: z.string() }))
    .check(z.minLength(1), z.maxLength(FOUND_DISCREPANCIES_LIMIT)),
});
export type FoundDiscrepancies = z.infer<typeof foundDiscrepanciesSchema>;

/** Answer of `POST /api/admin/money/discrepancies/{id}/resolve`. `message` says what was done. */
export const discrepancyResolutionSchema = z.object({ message: z.string() });
export type DiscrepancyResolution = z.infer<typeof discrepancyResolutionSchema>;

const AMOUNT_INVALID = 'Enter an amount such as 12.50';
const isPositiveAmount = (amount: string): boolean =>
  /^\d{1,8}(\.\d{1,2})?$/.test(amount) && parseCents(amount) > 0 && parseCents(amount) <= MAX_CENTS;

export const REFUND_REASON_MAX = 200;
/** Body of `POST /api/admin/orders/{id}/refunds`. The customer does not see the reason. */
export const refundOrderRequestSchema = z.object({
  amount: z
    .pipe(
      z.string(AMOUNT_INVALID).check(z.trim()),
      z.transform((amount) => amount.replace(/^\$/, '')),
    )
    .check(z.refine(isPositiveAmount, { error: AMOUNT_INVALID, abort: true })),
  reason: z
    .string('Reason is required')
    .check(
      z.trim(),
      z.minLength(1, 'Reason is required'),
      z.maxLength(REFUND_REASON_MAX, 'Please use at most 200 characters for the reason'),
    ),
});
export type RefundOrderRequest = z.input<typeof refundOrderRequestSchema>;
