import { z } from 'zod';
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
export const moneyDifferenceKindSchema = z.enum(MONEY_DIFFERENCES);
export type MoneyDifferenceKind = z.infer<typeof moneyDifferenceKindSchema>;

export const moneyDifferenceSchema = z.object({
  id: z.uuid(),
  kind: moneyDifferenceKindSchema,
  /** Null: it is about no order, as money that came for none. */
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  since: z.iso.datetime(),
  sentence: z.string(),
  /** The one button that mends it. `warning`: said before, because money moves. `href`: where it is mended, as nothing here can. Null: time alone mends it. */
  remedy: z
    .object({ label: z.string(), warning: z.string().nullable(), href: z.url({ protocol: /^https$/ }).optional() })
    .nullable(),
});
export type MoneyDifference = z.infer<typeof moneyDifferenceSchema>;

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
  lostToDisputes: sumSchema.optional(),
  /** Orders that were paid, also those that were refunded since. */
  orders: z.object({ paid: z.number().int(), total: sumSchema }),
  /** Of what is paid and was not cancelled. */
  printFiles: z.object({ wanted: z.number().int(), made: z.number().int(), failed: z.number().int() }),
  /** Orders whose hold is over, of what is paid and was not cancelled or shipped by hand: whether the printer has taken them on. Left out by the version before. */
  printJobs: z.object({ due: z.number().int(), atPrinter: z.number().int(), waiting: z.number().int() }).optional(),
  differences: z.array(moneyDifferenceSchema).max(MONEY_DIFFERENCES_LIMIT),
  differencesCount: z.number().int(),
});
export type AdminMoney = z.infer<typeof adminMoneySchema>;

/** How many sentences one letter to the admins holds, the newest; `count` says how many there are. */
export const FOUND_DIFFERENCES_LIMIT = 20;

/** What nobody was told of yet. Names no customer: a printer's own words are left out of the sentences. */
export const foundDifferencesSchema = z.object({
  count: z.number().int().positive(),
  newest: z
    .array(z.object({ orderNumber: z.string().nullable(), sentence: z.string() }))
    .min(1)
    .max(FOUND_DIFFERENCES_LIMIT),
});
export type FoundDifferences = z.infer<typeof foundDifferencesSchema>;

/** Answer of `POST /api/admin/money/differences/{id}/mend`: what was done. */
export const moneyMendedSchema = z.object({ sentence: z.string() });
export type MoneyMended = z.infer<typeof moneyMendedSchema>;

const AMOUNT_INVALID = 'Enter an amount such as 12.50';
const isPositive = (amount: string): boolean =>
  /^\d{1,8}(\.\d{1,2})?$/.test(amount) && parseCents(amount) > 0 && parseCents(amount) <= MAX_CENTS;

export const REFUND_REASON_MAX = 200;
/** Body of `POST /api/admin/orders/{id}/refunds`. The reason is for the shop: no customer reads it. */
export const refundOrderRequestSchema = z.object({
  amount: z
    .string(AMOUNT_INVALID)
    .trim()
    .transform((amount) => amount.replace(/^\$/, ''))
    // Nothing else is asked of what is no amount.
    .refine(isPositive, { error: AMOUNT_INVALID, abort: true }),
  reason: z
    .string('Reason is required')
    .trim()
    .min(1, 'Reason is required')
    .max(REFUND_REASON_MAX, 'Please use at most 200 characters for the reason'),
});
export type RefundOrderRequest = z.input<typeof refundOrderRequestSchema>;
