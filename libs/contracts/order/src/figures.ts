import { orNull, readable, signedSumSchema, sumSchema } from '@shop/contracts-common';
import * as z from 'zod/mini';
import { countDays } from './days.js';

/** A leap year. */
export const FIGURES_MAX_DAYS = 366;
/** Rows of each table; what follows them is one more row, the rest. */
export const FIGURES_MAX_ROWS = 20;

const daySchema = z.iso
  .date('Please send a day, such as 2026-11-20')
  .check(z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Please send a day from 2000 to 2100'));

/** Query of `GET /api/admin/figures`: first and last day, both included. */
export const figuresQuerySchema = z.object({ from: daySchema, to: daySchema }).check(
  z.refine(({ from, to }) => countDays(from, to) >= 1, { path: ['to'], error: 'The last day is before the first' }),
  z.refine(({ from, to }) => countDays(from, to) <= FIGURES_MAX_DAYS, {
    path: ['to'],
    error: `Please choose at most ${FIGURES_MAX_DAYS} days`,
  }),
);
export type FiguresQuery = z.output<typeof figuresQuerySchema>;

/**
 * What one or several days brought. A payment, a refund and a lost dispute count on the day on which they happened, an order on the day on which it was
 * paid.
 */
const salesSchema = z.object({
  /** Orders that were paid, with those that were refunded later, and the sum of their totals. */
  orders: z.int(),
  ordersTotal: sumSchema,
  /** `ordersTotal` divided by `orders`, rounded to the cent; null without orders. */
  averageOrder: z.nullable(sumSchema),
  received: sumSchema,
  /** Negative: a bank returned more earlier refunds than were made. */
  refunded: signedSumSchema,
  lostToDisputes: sumSchema,
  /** `received` less `refunded` and `lostToDisputes`. */
  revenue: signedSumSchema,
  /** Payments that a bank or the provider declined. Several may belong to one order. */
  declinedPayments: z.int(),
});
export type Sales = z.infer<typeof salesSchema>;

const daySalesSchema = z.extend(salesSchema, { day: z.iso.date() });

/** `amount`: before shipping, tax and refunds. */
const soldItemsSchema = z.object({ items: z.int(), amount: sumSchema });
const countryOrdersSchema = z.object({ orders: z.int(), amount: sumSchema });
/** `others`: how many rows it sums up. */
const restSchema = { others: z.int() };

/** Largest amount first. `rest`: null if the table has all rows. */
const tableSchema = <Row extends z.core.$ZodType, Rest extends z.core.$ZodType>(row: Row, rest: Rest) =>
  z.object({ rows: z.array(row).check(z.maxLength(FIGURES_MAX_ROWS)), rest: z.nullable(rest) });

/** Answer of `GET /api/admin/figures`. */
export const figuresSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** IANA name of the zone in which days begin and end, and which day it is there now. That day is not over yet. */
  timeZone: z.string(),
  today: z.iso.date(),
  /** Each day of the range, in order. */
  days: z.array(daySalesSchema).check(z.maxLength(FIGURES_MAX_DAYS)),
  total: salesSchema,
  /** As many days, up to the day before `from`. */
  before: z.object({ from: z.iso.date(), to: z.iso.date(), total: salesSchema }),
  /** What orders of the range contain. `title`: null for a product that the shop does not know any more. */
  products: tableSchema(
    z.extend(soldItemsSchema, { productId: z.uuid(), title: z.nullable(z.string()) }),
    z.extend(soldItemsSchema, restSchema),
  ),
  /** `styleKey`: null for artworks of which the style was not recorded. */
  styles: tableSchema(
    z.extend(soldItemsSchema, { styleKey: z.nullable(z.string()) }),
    z.extend(soldItemsSchema, restSchema),
  ),
  /** Orders of the range and their totals. `country`: ISO 3166 code. */
  countries: tableSchema(
    z.extend(countryOrdersSchema, { country: z.string() }),
    z.extend(countryOrdersSchema, restSchema),
  ),
});
export type Figures = z.infer<typeof figuresSchema>;

const readableFigures = readable(figuresSchema);
/** The page shows the tables that the answer has. */
export const figuresReader = z.extend(readableFigures, {
  products: orNull(readableFigures.shape.products),
  styles: orNull(readableFigures.shape.styles),
  countries: orNull(readableFigures.shape.countries),
});
export type DisplayedFigures = z.output<typeof figuresReader>;
