/** What a receipt says: the order, its payment and its refunds, as they are stored. */
import { BRAND, formatCents, formatDollars, parseCents } from '@shop/contracts-common';
import {
  formatCountry,
  formatInCurrency,
  listLocalityParts,
  listSellerLines,
  type RefundSummary,
  type Seller,
} from '@shop/contracts-order';
import type { Config } from '../config.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';

export interface Amount {
  label: string;
  amount: string;
}

export interface ReceiptLine {
  title: string;
  /** Size and colour; empty without. */
  details: string;
  quantity: string;
  unitPrice: string;
  amount: string;
}

export interface Receipt {
  /** The shop's name, or the seller's with the address. */
  seller: readonly string[];
  orderNumber: string;
  facts: readonly (readonly [label: string, value: string])[];
  shipTo: readonly string[];
  lines: readonly ReceiptLine[];
  totals: readonly Amount[];
  total: Amount;
  /** Empty if nothing went back. */
  refunds: readonly Amount[];
  /** After refunds that are made; null without. */
  rest: Amount | null;
  notes: readonly string[];
  /** When its content changed last: an unchanged order has the same file. */
  changedAt: Date;
}

const toDollars = (cents: number): string => formatDollars(formatCents(cents));

const formatDay = (at: Date): string =>
  at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
/** `November 20, 2026, 14:05 UTC`: the reader's time zone is unknown. */
const formatTime = (at: Date): string => `${formatDay(at)}, ${at.toISOString().slice(11, 16)} UTC`;

export const formatChoices = ({ size, color }: OrderItem['variantSelections']): string =>
  [size, color].filter(Boolean).join(', ');

const toLine = ({ title, variantSelections, quantity, unitPriceCents, subtotalCents }: OrderItem): ReceiptLine => ({
  title,
  details: formatChoices(variantSelections),
  quantity: String(quantity),
  unitPrice: toDollars(unitPriceCents),
  amount: toDollars(subtotalCents),
});

/** Name and address of the settings; without a name there, those of the configuration. */
export const listPrintedSeller = (
  seller: Pick<Seller, 'name' | 'address'>,
  { SELLER_NAME, SELLER_ADDRESS }: Pick<Config, 'SELLER_NAME' | 'SELLER_ADDRESS'>,
): string[] => (seller.name === '' ? [SELLER_NAME ?? BRAND, ...SELLER_ADDRESS] : listSellerLines(seller));

export const formatAddress = ({
  shippingAddress,
  anonymisedAt,
}: Pick<Order, 'shippingAddress' | 'anonymisedAt'>): string[] => {
  const { name, address, address2, country } = shippingAddress;
  if (anonymisedAt) return [formatCountry(country)];
  const locality = listLocalityParts(shippingAddress).map(({ separator, text }) => separator + text);
  return [name, address, address2 ?? '', locality.join(''), formatCountry(country)].filter(Boolean);
};

export interface ReceiptRefund {
  amountCents: number;
  requestedAt: Date;
  refundedAt: Date | null;
  failure: string | null;
}

export interface ReceiptSource {
  order: Order & { paidAt: Date };
  items: readonly OrderItem[];
  refunds: readonly ReceiptRefund[];
  refundSummary: RefundSummary;
  /** Name and address of the seller, or the shop's name. */
  seller: readonly string[];
}

const getRow = (label: string, cents: number, currency: string): Amount[] => {
  const sign = cents < 0 ? '−' : '';
  return cents === 0 ? [] : [{ label, amount: `${sign}${formatInCurrency(formatCents(Math.abs(cents)), currency)}` }];
};

/** From the total to what the shop has: a payment that was made twice, and what went back. */
function listReturns({ order, refunds, refundSummary }: ReceiptSource): Amount[] {
  const { currency, refunded, pending, chargedBack, retained } = refundSummary;
  const paidCents = [refunded, pending, chargedBack, retained].reduce((sum, part) => sum + parseCents(part), 0);
  return [
    ...getRow('Paid in addition', Math.max(0, paidCents - order.totalCents), currency),
    ...refunds.flatMap(({ amountCents, refundedAt, failure }) =>
      refundedAt && failure === null ? getRow(`Refunded on ${formatDay(refundedAt)}`, -amountCents, currency) : [],
    ),
    ...getRow('Refund on its way', -parseCents(pending), currency),
    ...getRow('Given back by your bank', -parseCents(chargedBack), currency),
  ];
}

export function toReceipt(source: ReceiptSource): Receipt {
  const { order, items, refunds, refundSummary, seller } = source;
  const { orderNumber, createdAt, paidAt, email, currency } = order;
  const returns = listReturns(source);
  const times = [paidAt, ...refunds.flatMap(({ requestedAt, refundedAt }) => [requestedAt, refundedAt ?? requestedAt])];
  return {
    seller,
    orderNumber,
    facts: [
      ['Order', orderNumber],
      ['Ordered', formatTime(createdAt)],
      ['Paid', formatTime(paidAt)],
      ...(email ? [['Email', email] as const] : []),
    ],
    shipTo: formatAddress(order),
    lines: items.map(toLine),
    totals: [
      { label: 'Subtotal', amount: toDollars(order.subtotalCents) },
      { label: 'Shipping', amount: toDollars(order.shippingCents) },
      { label: 'Tax', amount: toDollars(order.taxCents) },
    ],
    total: { label: 'Total paid', amount: toDollars(order.totalCents) },
    refunds: returns,
    rest:
      returns.length > 0
        ? { label: 'Total after refunds', amount: formatInCurrency(refundSummary.retained, refundSummary.currency) }
        : null,
    notes: [`All amounts in ${currency.toUpperCase()}.`],
    changedAt: new Date(Math.max(...times.map((at) => at.getTime()))),
  };
}
