import { randomBytes } from 'node:crypto';
import { VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';
import {
  PAYMENT_STATUSES,
  type FulfilmentHoldKind,
  type OrderStatus,
  type ProblemKind,
  type PaymentStatus,
  type VariantSelections,
} from '@shop/contracts-order';

/** Carriers treat a parcel as lost after a month at most. */
export const DELIVERED_AFTER_DAYS = 45;

/**
 * The life of an order: created → paid → processing → shipped → delivered, or cancelled before it is shipped. Only the
 * payment provider makes an order paid; the printer or an admin makes the later changes. Who may cancel when is stricter:
 * see "When may an order be cancelled?" in the README of order-svc.
 */
const STATUS_CHANGES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['paid', 'cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

export const canChangeStatus = (from: OrderStatus, to: OrderStatus): boolean => STATUS_CHANGES[from].includes(to);

/** An admin can't mark an order as paid. */
export const canAdminChangeStatus = (from: OrderStatus, to: OrderStatus): boolean =>
  to !== 'paid' && canChangeStatus(from, to);

interface OrderWithChangeWindow {
  status: OrderStatus;
  changeWindowEndsAt: Date | null;
}

/**
 * The change window: after the payment, the customer can change or cancel the order for CHANGE_WINDOW_MINUTES, and nothing
 * goes to the printer. It ends by time, or earlier when an admin moves the order on. This process's clock is used only
 * for display: the database's clock decides, on the locked order. Null: the order can no longer be changed.
 */
export const findChangeWindowEnd = (
  { status, changeWindowEndsAt }: OrderWithChangeWindow,
  now = new Date(),
): Date | null => (status === 'paid' && changeWindowEndsAt && changeWindowEndsAt > now ? changeWindowEndsAt : null);

/** A card payment ends within this time. One that takes longer is a debit or another slow method. */
const AWAITING_BANK_AFTER_MS = 60_000;

/**
 * Counted from when the customer starts to pay: two intervals of the reconciliation, which finds payments without a
 * webhook.
 */
const CONFIRMATION_MS = 10 * 60_000;

/**
 * The life of a payment: pending → paid → refunded, or failed and, with the next attempt, pending again. A success
 * after a failure belongs to a next attempt, so it passes through pending.
 */
const PAYMENT_STATUS_CHANGES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'failed'],
  failed: ['pending'],
  paid: ['refunded'],
  refunded: [],
};

export const canPaymentStatusChange = (from: PaymentStatus, to: PaymentStatus): boolean =>
  PAYMENT_STATUS_CHANGES[from].includes(to);

/** Whether a sequence of changes leads from one status to the other; the same status is reachable. */
export function isPaymentStatusReachable(from: PaymentStatus, to: PaymentStatus): boolean {
  const reachable = new Set<PaymentStatus>([from]);
  // The iteration includes statuses that are added during it.
  for (const status of reachable)
    for (const next of PAYMENT_STATUSES) if (canPaymentStatusChange(status, next)) reachable.add(next);
  return reachable.has(to);
}

/** Whether the customer may still pay. A declined payment may be tried again. */
export const isPayable = (status: PaymentStatus): boolean => status === 'pending' || status === 'failed';

interface AwaitedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  intent: { awaitedSince: Date | null } | null;
}

/** Whether the payment may take days, because a bank processes it or waits for the customer. */
export function isAwaitingBank({ status, paymentStatus, intent }: AwaitedOrder, now = new Date()): boolean {
  if (status !== 'created' || paymentStatus !== 'pending' || !intent?.awaitedSince) return false;
  return now.getTime() - intent.awaitedSince.getTime() >= AWAITING_BANK_AFTER_MS;
}

interface StartedOrder extends AwaitedOrder {
  intent: { awaitedSince: Date | null; startedAt: Date | null; awaitEndedAt: Date | null } | null;
}

/**
 * Whether a payment is in progress, or may be: the provider may not have reported a payment that was started a moment
 * ago.
 */
export function isPaymentInProgress({ status, paymentStatus, intent }: StartedOrder, now = new Date()): boolean {
  if (status !== 'created' || paymentStatus !== 'pending' || intent === null) return false;
  const { awaitedSince, startedAt, awaitEndedAt } = intent;
  if (awaitedSince !== null) return true;
  if (startedAt === null || (awaitEndedAt !== null && awaitEndedAt >= startedAt)) return false;
  return now.getTime() - startedAt.getTime() < CONFIRMATION_MS;
}

/** Crockford's base 32 leaves out I, L, O and U, which are easily confused. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** 50 random bits. 256 is a multiple of 32, so all characters have the same probability. */
export function createOrderNumber(random: (size: number) => Buffer = randomBytes): string {
  return `PA-${Array.from(random(LENGTH), (byte) => CROCKFORD[byte % CROCKFORD.length]).join('')}`;
}

interface Amount {
  amountCents: number;
  currency: string;
}

/** The details contain no personal data, because entries are kept after an erasure. */
export type OrderHistoryEvent =
  | { action: 'order.placed' | 'order.paid'; details: { totalCents: number } }
  | { action: 'order.payment-failed'; details: { message: string } }
  | { action: 'order.payment-stopped'; details: { declines: number } }
  | {
      action: 'order.status-changed';
      details: { from: string; to: string; by?: 'customer' | 'printer' | 'refund' | 'dispute' | 'assumed-delivery' };
    }
  | { action: 'order.changed'; details: { what: string[] } }
  | { action: 'order.printing-delayed'; details: { reason: string } }
  | {
      action: 'order.email-corrected' | 'order.code-entered';
      details: Record<string, never>;
    }
  | { action: 'order.parcel-sent'; details: { isReshipment?: true } }
  | { action: 'order.tracking-corrected' | 'order.parcel-returned'; details: Record<string, never> }
  | { action: 'order.refunded'; details: Amount }
  | { action: 'order.refund-failed'; details: Amount & { reason: string } }
  | { action: 'order.amount-mismatch'; details: { amountCents: number; currency: string } }
  | { action: 'order.mismatch-refunded'; details: Amount & { isLate: boolean } }
  | { action: 'order.disputed'; details: Amount & { reason: string } }
  | { action: 'order.dispute-closed'; details: Amount & { outcome: string } }
  | { action: 'order.hold-opened'; details: { kind: FulfilmentHoldKind; isAtPrinter: boolean; isSent?: true } }
  /** By the payment provider. */
  | { action: 'order.hold-released'; details: { kind: FulfilmentHoldKind; outcome: string } }
  | { action: 'order.question-answered'; details: { questionId: string } }
  | { action: 'order.problem-reported'; details: { reportId: string; kind: ProblemKind } }
  | { action: 'order.review-requested'; details: Record<string, never> }
  | { action: 'order.reprint-delayed'; details: { reason: string } }
  | { action: 'order.reprint-sent'; details: { isCorrection?: true } }
  | { action: 'order.reprint-delivered'; details: { isAssumed?: true } }
  | { action: 'print-file.completed'; details: { title: string; dpi: number } }
  | { action: 'print-file.failed'; details: { title: string; reason: string } }
  /** `isUnpaid`: it was cancelled long ago. Otherwise the customer's account was erased. */
  | { action: 'order.anonymised'; details: { isUnpaid?: true } };

export type HistoryEntry = OrderHistoryEvent & { id: string; at: Date };

export interface OrderedChoices {
  variantSelections: VariantSelections;
  /** What the product is sold in. */
  variantTypes: readonly VariantType[];
}

/** An order from before choices were required, or whose product got them later, may lack some. */
export const listUnchosen = ({ variantSelections, variantTypes }: OrderedChoices): VariantType[] =>
  VARIANT_TYPES.filter((type) => variantTypes.includes(type) && variantSelections[type] === undefined);
