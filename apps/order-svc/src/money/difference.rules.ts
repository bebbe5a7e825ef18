/**
 * Each difference between payments, orders and print jobs in plain words, and the one button that mends it. Where money moves,
 * or an order ends, the button asks first. A dispute is answered at Stripe, where its button leads; nobody can answer the sandbox's bank, which
 * decides by itself: no button.
 */
import { dollars, formatCents } from '@shop/contracts/common';
import { inCurrency, type MoneyDifference, type PaymentProviderName, type PaymentStatus } from '@shop/contracts/order';
import type { FulfilmentState } from '../fulfilment/fulfilment.rules.js';
import { DISPUTED, MORE_THAN_LEFT } from '../payments/payment-refusals.js';
import { ABOUT_KEYS } from '../payments/provider-refusals.js';

interface Payment {
  provider: PaymentProviderName;
  intentId: string;
}

/** What the provider refuses, by the shop's own code for it. */
interface ProviderRefusal {
  provider: PaymentProviderName;
  code: string;
}

interface FailedRefund {
  amountCents: number;
  currency: string;
  failure: string;
  /** The bank has not decided yet. */
  isDisputed: boolean;
  n?: number;
  refundId?: string;
  provider: PaymentProviderName;
  intentId: string | null;
}

/** Another refund in its place is of what is left. */
export const isMoreThanLeft = ({ failure }: Pick<FailedRefund, 'failure'>): boolean => failure === MORE_THAN_LEFT;

const isAboutKeys = (code: string): boolean => ABOUT_KEYS.includes(code);

const isUndecided = ({ failure, isDisputed }: FailedRefund): boolean => failure === DISPUTED && isDisputed;

export interface NotPrinted {
  reason: string | null;
  state: FulfilmentState;
  isPaid: boolean;
  isGone?: boolean;
}

/** Nothing is said to be wrong, and yet it does not go on: nobody prints it, or nobody says that it has left. */
export interface Lingering {
  lingers: 'unprinted' | 'unsent';
  byHand: boolean;
  since: string;
}

export type DifferenceFacts =
  | { kind: 'amount-differs'; facts: Payment & { amountCents: number; currency: string; totalCents: number } }
  | { kind: 'stray-payment'; facts: Payment & { amountCents: number; currency: string; failed: number } }
  | { kind: 'paid-after-cancel'; facts: { amountCents: number; currency: string } }
  | { kind: 'refund-owed'; facts: { amountCents: number; currency: string; isAtBank: boolean; n: number } }
  | { kind: 'refund-failed'; facts: FailedRefund }
  | {
      kind: 'dispute-open';
      facts: {
        amountCents: number;
        currency: string;
        reason: string;
        respondBy: string | null;
        provider: PaymentProviderName;
        intentId: string | null;
      };
    }
  | { kind: 'print-missing'; facts: { missing: number; items: number } }
  | { kind: 'print-failed'; facts: { title: string; reason: string } }
  | { kind: 'not-printed'; facts: NotPrinted | Lingering }
  | { kind: 'printed-although'; facts: { reason: string } }
  | {
      kind: 'state-differs';
      facts: { kept: PaymentStatus; said: PaymentStatus; provider: PaymentProviderName; intentId: string | null };
    }
  | { kind: 'provider-refuses'; facts: ProviderRefusal };

export type Difference = DifferenceFacts & {
  id: string;
  orderId: string | null;
  orderNumber: string | null;
  since: Date;
};

const PROVIDERS: Readonly<Record<PaymentProviderName, string>> = { stripe: 'Stripe', sandbox: 'the sandbox' };

const money = (cents: number): string => dollars(formatCents(cents));

/** Dollars as dollars, any other currency by its name; `currency` left out: the shop's. */
export const paid = ({ amountCents, currency }: { amountCents: number; currency?: string }): string =>
  inCurrency(formatCents(amountCents), currency);

/** A provider's word such as `product_not_received`. */
const plain = (word: string): string => word.replaceAll('_', ' ').replaceAll('-', ' ');

const day = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

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
      return `${paid(facts)} was paid at ${PROVIDERS[facts.provider]} and belongs to no order (payment ${facts.intentId}).${facts.failed > 0 ? ' It went back before, and did not arrive.' : ''}`;
    case 'paid-after-cancel':
      return `${capital(order)} is cancelled, but ${paid(facts)} of what was paid is still with the shop.`;
    case 'refund-owed':
      return facts.isAtBank
        ? `The bank has not yet confirmed the ${paid(facts)} that went back for ${order}.`
        : `${paid(facts)} of ${order} is owed to the customer, and the payment provider has not taken it on yet.`;
    case 'refund-failed':
      if (facts.failure === DISPUTED) return disputed(order, facts);
      if (isMoreThanLeft(facts))
        return `The ${paid(facts)} for ${order} could not go back: so much was not left, as money had gone back at the payment provider before. What is left can go back now.`;
      return `The ${paid(facts)} for ${order} did not reach the customer: ${plain(facts.failure)}. The money is with the shop.`;
    case 'dispute-open':
      return `The customer's bank asks for ${paid(facts)} of ${order} back: ${plain(facts.reason)}. ${answering(facts)}`;
    case 'print-missing':
      return `${capital(order)} has been paid for more than an hour, and ${missingFiles(facts)} missing.`;
    case 'print-failed':
      return `${capital(order)} was paid, but the print file of ${facts.title} can't be made: ${PRINT_FAILURES[facts.reason] ?? plain(facts.reason)}.`;
    case 'not-printed':
      return `${capital(order)} ${'lingers' in facts ? lingering(facts) : notPrinted(facts)}`;
    case 'printed-although':
      return `${capital(order)} is at the printer, and should not be: ${ended(facts.reason)}`;
    case 'state-differs':
      return `${capital(order)} says that its payment is ${facts.kept}, but what happened to its money says ${facts.said}.`;
    case 'provider-refuses':
      return refusing(facts);
  }
}

function refusing({ provider, code }: ProviderRefusal): string {
  const name = capital(PROVIDERS[provider]);
  if (isAboutKeys(code))
    return `${name} does not accept the keys of the shop: nobody can pay, and no money can go back. Please check them, and whether their rights suffice.`;
  return `${name} refused what the shop asked of it (${code}). Why stands in the log of order-svc.`;
}

/** Nobody can answer the sandbox's bank. */
function answering({ provider, respondBy }: { provider: PaymentProviderName; respondBy: string | null }): string {
  if (provider === 'sandbox') return `The sandbox's bank decides${respondBy ? ` on ${day(respondBy)}` : ''}.`;
  return `Answer at ${PROVIDERS[provider]}${respondBy ? `, at the latest on ${day(respondBy)}` : ''}.`;
}

/** The bank has the money meanwhile. */
const disputed = (order: string, { isDisputed, ...amount }: FailedRefund): string =>
  isDisputed
    ? `The ${paid(amount)} for ${order} can't go back while the customer's bank decides about the dispute.`
    : `The ${paid(amount)} for ${order} could not go back while the payment was disputed. What the bank has not given back by itself can go back now.`;

function missingFiles({ missing, items }: { missing: number; items: number }): string {
  if (items === 1) return 'its print file is';
  return `${missing} of its ${items} print files ${missing === 1 ? 'is' : 'are'}`;
}

function notPrinted({ reason, state, isGone }: NotPrinted): string {
  if (reason === null) return 'has been due for the printer for more than an hour, and is not there.';
  if (isGone) return `is paid, and not printed: ${ended(reason)}`;
  return state === 'submitted'
    ? `is at the printer, and does not go on there: ${ended(reason)}`
    : `is paid, and not with the printer yet: ${ended(reason)}`;
}

function lingering({ lingers, byHand, since }: Lingering): string {
  if (lingers === 'unprinted') return `waits to be printed by hand, and has been due since ${day(since)}.`;
  if (!byHand) return `has been at the printer since ${day(since)}, and was not shipped.`;
  return `has been in processing since ${day(since)}. Please mark it as shipped once it has left, or cancel it.`;
}

/** It may end in the printer's own words. */
const ended = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const HAND_OVER_AGAIN = {
  label: 'Hand it over again',
  warning:
    'The printer gets it as a new order, and prints it. If it was deleted there on purpose, please cancel the order instead.',
};

const ASK_PRINTER = { label: 'Ask the printer again', warning: null };

const MARK_SHIPPED = {
  label: 'Mark it as shipped',
  warning:
    'The customer gets a letter that the parcel is on its way. A tracking number can be given in the order instead.',
};

const START_PROCESSING = { label: 'Start processing', warning: null };

function remedyOfLingering({ lingers, byHand }: Lingering): MoneyDifference['remedy'] {
  if (lingers === 'unprinted') return START_PROCESSING;
  return byHand ? MARK_SHIPPED : ASK_PRINTER;
}

function remedyOfPrinting({ state, isPaid, isGone }: NotPrinted): MoneyDifference['remedy'] {
  if (isGone && isPaid) return HAND_OVER_AGAIN;
  if (state === 'submitted' && !isGone) return ASK_PRINTER;
  if (!isPaid)
    return { label: 'Cancel the order', warning: "Nothing is printed, and the order ends. This can't be undone." };
  return { label: 'Try the printer again', warning: null };
}

export function remedyOf({ kind, facts }: DifferenceFacts): MoneyDifference['remedy'] {
  switch (kind) {
    case 'amount-differs':
      return {
        label: 'Give the money back',
        warning: `The customer gets ${paid(facts)} back, and the order ends. This can't be undone.`,
      };
    case 'stray-payment':
      return { label: 'Give the money back', warning: `Whoever paid gets ${paid(facts)} back. This can't be undone.` };
    case 'paid-after-cancel':
      return { label: 'Give the money back', warning: `The customer gets ${paid(facts)} back. This can't be undone.` };
    case 'refund-owed':
      return { label: facts.isAtBank ? 'Ask the provider again' : 'Try again', warning: null };
    case 'refund-failed':
      if (isUndecided(facts)) return disputeAt(facts);
      return {
        label: 'Refund again',
        warning: `The customer gets ${isMoreThanLeft(facts) ? 'at most ' : ''}${paid(facts)} back, by another refund. This can't be undone.`,
      };
    case 'state-differs':
      return { label: 'Correct the order', warning: null };
    case 'print-missing':
    case 'print-failed':
      return { label: 'Make the print file again', warning: null };
    case 'not-printed':
      return 'lingers' in facts ? remedyOfLingering(facts) : remedyOfPrinting(facts);
    case 'printed-although':
      return ASK_PRINTER;
    case 'dispute-open':
      return disputeAt(facts);
    case 'provider-refuses':
      return isAboutKeys(facts.code)
        ? { label: `Ask ${PROVIDERS[facts.provider]} again`, warning: null }
        : { label: 'It is seen to', warning: null };
  }
}

/** docs.stripe.com/disputes/responding: in the Dashboard, at the payment. */
function disputeAt({
  provider,
  intentId,
}: {
  provider: PaymentProviderName;
  intentId: string | null;
}): MoneyDifference['remedy'] {
  if (provider !== 'stripe' || intentId === null) return null;
  return {
    label: 'Open it at Stripe',
    warning: null,
    href: `https://dashboard.stripe.com/payments/${encodeURIComponent(intentId)}`,
  };
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
