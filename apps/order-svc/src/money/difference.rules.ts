/**
 * Each difference between payments, orders and print jobs in plain words, and the one button that mends it. Where money moves,
 * the button asks first. A dispute is answered at the provider: no button.
 */
import { dollars, formatCents } from '@shop/contracts/common';
import { CURRENCY, type MoneyDifference, type PaymentProviderName, type PaymentStatus } from '@shop/contracts/order';

interface Payment {
  provider: PaymentProviderName;
  intentId: string;
}

export type DifferenceFacts =
  | { kind: 'amount-differs'; facts: Payment & { amountCents: number; currency: string; totalCents: number } }
  | { kind: 'stray-payment'; facts: Payment & { amountCents: number; currency: string } }
  | { kind: 'paid-after-cancel'; facts: { amountCents: number } }
  | { kind: 'refund-owed'; facts: { amountCents: number; isAtBank: boolean; n: number } }
  | { kind: 'refund-failed'; facts: { amountCents: number; failure: string; n?: number; refundId?: string } }
  | { kind: 'dispute-open'; facts: { amountCents: number; reason: string; respondBy: string | null; provider: PaymentProviderName } }
  | { kind: 'print-missing'; facts: { missing: number; items: number } }
  | { kind: 'print-failed'; facts: { title: string; reason: string } }
  | { kind: 'state-differs'; facts: { kept: PaymentStatus; said: PaymentStatus; provider: PaymentProviderName; intentId: string | null } };

export type Difference = DifferenceFacts & { id: string; orderId: string | null; orderNumber: string | null; since: Date };

const PROVIDERS: Readonly<Record<PaymentProviderName, string>> = { stripe: 'Stripe', sandbox: 'the sandbox' };

const money = (cents: number): string => dollars(formatCents(cents));
const paid = ({ amountCents, currency }: { amountCents: number; currency: string }): string =>
  currency === CURRENCY ? money(amountCents) : `${formatCents(amountCents)} ${currency.toUpperCase()}`;

/** A provider's word such as `product_not_received`. */
const plain = (word: string): string => word.replaceAll('_', ' ').replaceAll('-', ' ');

const day = (moment: string): string => new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const PRINT_FAILURES: Readonly<Record<string, string>> = {
  'artwork-missing': 'its artwork is gone',
  'product-unknown': 'its product is not known',
  'not-drawn': 'it could not be drawn',
};

export function sentenceOf(difference: Difference): string {
  const { kind, facts, orderNumber } = difference;
  const order = `order ${orderNumber ?? '(unknown)'}`;
  switch (kind) {
    case 'amount-differs':
      return `${paid(facts)} was paid for ${order}, whose total is ${money(facts.totalCents)}. The order waits, unpaid. After a day the money goes back by itself.`;
    case 'stray-payment':
      return `${paid(facts)} was paid at ${PROVIDERS[facts.provider]} and belongs to no order (payment ${facts.intentId}).`;
    case 'paid-after-cancel':
      return `${capital(order)} is cancelled, but ${money(facts.amountCents)} of what was paid is still with the shop.`;
    case 'refund-owed':
      return facts.isAtBank
        ? `The bank has not yet confirmed the ${money(facts.amountCents)} that went back for ${order}.`
        : `${money(facts.amountCents)} of ${order} is owed to the customer, and the payment provider has not taken it on yet.`;
    case 'refund-failed':
      return `The ${money(facts.amountCents)} for ${order} did not reach the customer: ${plain(facts.failure)}. The money is with the shop.`;
    case 'dispute-open':
      return `The customer's bank asks for ${money(facts.amountCents)} of ${order} back: ${plain(facts.reason)}. Answer at ${PROVIDERS[facts.provider]}${facts.respondBy ? `, at the latest on ${day(facts.respondBy)}` : ''}.`;
    case 'print-missing':
      return `${capital(order)} has been paid for more than an hour, and ${missingFiles(facts)} missing.`;
    case 'print-failed':
      return `${capital(order)} was paid, but the print file of ${facts.title} can't be made: ${PRINT_FAILURES[facts.reason] ?? plain(facts.reason)}.`;
    case 'state-differs':
      return `${capital(order)} says that its payment is ${facts.kept}, but what happened to its money says ${facts.said}.`;
  }
}

function missingFiles({ missing, items }: { missing: number; items: number }): string {
  if (items === 1) return 'its print file is';
  return `${missing} of its ${items} print files ${missing === 1 ? 'is' : 'are'}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function remedyOf({ kind, facts }: DifferenceFacts): MoneyDifference['remedy'] {
  switch (kind) {
    case 'amount-differs':
      return { label: 'Give the money back', warning: `The customer gets ${paid(facts)} back, and the order ends. This can't be undone.` };
    case 'stray-payment':
      return { label: 'Give the money back', warning: `Whoever paid gets ${paid(facts)} back. This can't be undone.` };
    case 'paid-after-cancel':
      return { label: 'Give the money back', warning: `The customer gets ${money(facts.amountCents)} back. This can't be undone.` };
    case 'refund-owed':
      return { label: facts.isAtBank ? 'Ask the provider again' : 'Try again', warning: null };
    case 'refund-failed':
      return { label: 'Refund again', warning: `The customer gets ${money(facts.amountCents)} back, by another refund. This can't be undone.` };
    case 'state-differs':
      return { label: 'Correct the order', warning: null };
    case 'print-missing':
    case 'print-failed':
      return { label: 'Make the print file again', warning: null };
    case 'dispute-open':
      return null;
  }
}

export const toMoneyDifference = (difference: Difference): MoneyDifference => ({
  id: difference.id,
  kind: difference.kind,
  orderId: difference.orderId,
  orderNumber: difference.orderNumber,
  since: difference.since.toISOString(),
  sentence: sentenceOf(difference),
  remedy: remedyOf(difference),
});
