import * as z from 'zod/mini';
import { MAX_CENTS, parseCents } from '../common/index.js';
import { sumSchema } from './order.js';

/** Of what is with the provider, in the orders and at the press, where they do not agree. */
export const MONEY_DIFFERENCES = [
  'amount-differs',
  'stray-payment',
  'paid-after-cancel',
  'refund-owed',
  'refund-failed',
  'dispute-open',
  'print-missing',
  'print-failed',
  'not-printed',
  'printed-although',
  'state-differs',
  'provider-refuses',
] as const;
export const moneyDiscrepancyKindSchema = z.enum(MONEY_DIFFERENCES);
export type MoneyDifferenceKind = z.infer<typeof moneyDiscrepancyKindSchema>;

export const moneyDiscrepancySchema = z.object({
  id: z.uuid(),
  kind: moneyDiscrepancyKindSchema,
  /** Null: it is about no order, as money that came for none. */
  orderId: z.nullable(z.uuid()),
  orderNumber: z.nullable(z.string()),
  since: z.iso.datetime(),
  sentence: z.string(),
  /** The one button that mends it. `warning`: said before, because money moves. `href`: where it is mended, as nothing here can. Null: time alone mends it. */
  remedy: z.nullable(
    z.object({ label: z.string(), warning: z.nullable(z.string()), href: z.optional(z.url({ protocol: /^https$/ })) }),
  ),
});
export type MoneyDifference = z.infer<typeof moneyDiscrepancySchema>;

/** How many differences one answer holds, the newest; `differencesCount` says how many there are. */
export const MONEY_DIFFERENCES_LIMIT = 50;

/** Answer of `GET /api/admin/money`: payments against orders against print jobs. */
export const adminMoneySchema = z.object({
  /** What customers paid, of it what has gone back, what is owed back to them, and what their banks ask for. */
  taken: sumSchema,
  givenBack: sumSchema,
  owedBack: sumSchema,
  disputed: sumSchema,
  /** What their banks took back, for good. Left out by the version before. */
  lostToDisputes: z.optional(sumSchema),
  /** Orders that were paid, also those that were refunded since. */
  orders: z.object({ paid: z.int(), total: sumSchema }),
  /** Of what is paid and was not cancelled. */
  printFiles: z.object({ wanted: z.int(), made: z.int(), failed: z.int() }),
  /** Orders whose hold is over, of what is paid and was not cancelled or shipped by hand: whether the printer has taken them on. Left out by the version before. */
  printJobs: z.optional(z.object({ due: z.int(), atPrinter: z.int(), waiting: z.int() })),
  differences: z.array(moneyDiscrepancySchema).check(z.maxLength(MONEY_DIFFERENCES_LIMIT)),
  differencesCount: z.int(),
});
export type AdminMoney = z.infer<typeof adminMoneySchema>;

/** How many sentences one letter to the admins holds, the newest; `count` says how many there are. */
export const FOUND_DIFFERENCES_LIMIT = 20;

/** What nobody was told of yet. Names no customer: a printer's own words are left out of the sentences. */
export const foundDiscrepanciesSchema = z.object({
  count: z.int().check(z.positive()),
  newest: z
    .array(z.object({ orderNumber: z.nullable(z.string()), sentence: z.string() }))
    .check(z.minLength(1), z.maxLength(FOUND_DIFFERENCES_LIMIT)),
});
export type FoundDifferences = z.infer<typeof foundDiscrepanciesSchema>;

/** Answer of `POST /api/admin/money/differences/{id}/mend`: what was done. */
export const moneyMendedSchema = z.object({ sentence: z.string() });
export type MoneyMended = z.infer<typeof moneyMendedSchema>;

const AMOUNT_INVALID = 'Enter an amount such as 12.50';
const isPositiveAmount = (amount: string): boolean =>
  /^\d{1,8}(\.\d{1,2})?$/.test(amount) && parseCents(amount) > 0 && parseCents(amount) <= MAX_CENTS;

export const REFUND_REASON_MAX = 200;
/** Body of `POST /api/admin/orders/{id}/refunds`. The reason is for the shop: no customer reads it. */
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
