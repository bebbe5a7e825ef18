import {
  CURRENCY,
  type OrderStatus,
  type PaymentProviderName,
  type PaymentStatus,
  type Parcels,
  type ShippingAddress,
} from '@shop/contracts/order';
import { DomainError } from '@shop/contracts/common';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { mayMove } from './order-status.rules.js';
import { isPaymentStatusReachable } from './payment-status.rules.js';

@Entity('orders')
export class Order {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  orderNumber: string;

  @Column('uuid', { nullable: true })
  userId: string | null = null;

  @Column('uuid', { nullable: true })
  guestId: string | null = null;

  /** The cart it was made from; null once another order of that cart went on. */
  @Column('uuid', { nullable: true })
  cartId: string | null = null;

  @Column('text')
  status: OrderStatus = 'created';

  @Column('text')
  paymentStatus: PaymentStatus = 'pending';

  /** Why the last payment failed, in the provider's words. */
  @Column('text', { nullable: true })
  paymentMessage: string | null = null;

  /** Who was to take the money when it was begun; it stays so, whatever is set up later. */
  @Column('text')
  paymentProvider: PaymentProviderName = 'sandbox';

  @Column('text', { nullable: true })
  paymentIntentId: string | null = null;

  @Column('text', { nullable: true })
  clientSecret: string | null = null;

  /** The intent that is being cancelled so that another takes its place: its end is not the order's. */
  @Column('text', { nullable: true })
  endingIntentId: string | null = null;

  /** How many intents it has had before the present one, or the one that it is about to get. */
  @Column('integer')
  intentsEnded: number = 0;

  @Column('text', { nullable: true })
  email: string | null = null;

  @Column('text')
  currency: string = CURRENCY;

  @Column('bigint')
  subtotalCents: number;

  @Column('bigint')
  shippingCents: number;

  @Column('bigint')
  taxCents: number;

  @Column('bigint')
  totalCents: number;

  @Column('jsonb')
  shippingAddress: ShippingAddress;

  @Column('timestamptz')
  createdAt: Date;

  /** The customer's or an admin's last step, or the end of a payment that was on its way; an order untouched for a day is abandoned (D23). */
  @Column('timestamptz')
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  paymentTriedAt: Date | null = null;

  /** Since when its payment is on its way, with a bank or with a customer who has to act there; null: it is not. */
  @Column('timestamptz', { nullable: true })
  paymentAwaitedSince: Date | null = null;

  /** When its customer last went to pay the intent that it has. */
  @Column('timestamptz', { nullable: true })
  paymentBegunAt: Date | null = null;

  /** When a payment came to nothing, the last time. */
  @Column('timestamptz', { nullable: true })
  paymentRestedAt: Date | null = null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null = null;

  /** Until then its customer may change or cancel it; after that it goes to the printer. */
  @Column('timestamptz', { nullable: true })
  holdUntil: Date | null = null;

  /** The version of the admins' note that stands now, in order_notes. */
  @Column('uuid', { nullable: true })
  noteId: string | null = null;

  /** Where its parcels are. */
  @Column('jsonb', { nullable: true })
  tracking: Parcels | null = null;

  /** When it ceased to name a person; it has no owner since. */
  @Column('timestamptz', { nullable: true })
  anonymisedAt: Date | null = null;

  moveTo(to: OrderStatus, now = new Date()): void {
    if (!mayMove(this.status, to)) {
      throw new DomainError('ORDER_MOVE_REFUSED', 'conflict', `An order that is ${this.status} cannot become ${to}.`);
    }
    this.status = to;
    this.updatedAt = now;
  }

  /** The whole amount was paid (D26). */
  markPaid(now = new Date()): void {
    this.moveTo('paid', now);
    this.paymentMessage = null;
    this.paidAt = now;
    this.paymentTriedAt ??= now;
    this.paymentAwaitedSince = null;
  }

  /** A payment is on its way. */
  markPaymentInProgress(now = new Date()): void {
    this.paymentTriedAt ??= now;
    this.paymentAwaitedSince ??= now;
  }

  /** It is not any more, and may be tried again: there is a day for that, as after the checkout. */
  endPaymentInProgress(now = new Date()): void {
    if (!this.paymentAwaitedSince) return;
    this.paymentAwaitedSince = null;
    this.paymentRestedAt = now;
    this.updatedAt = now;
  }

  /** A payment was declined; the same intent may be tried again. */
  markPaymentFailed(message: string, now = new Date()): void {
    this.paymentMessage = message;
    this.paymentTriedAt ??= now;
    this.paymentRestedAt = now;
    this.endPaymentInProgress(now);
  }

  /** The money facts say how the payment stands; steps between are taken at once. */
  applyPaymentStatus(to: PaymentStatus): void {
    if (!isPaymentStatusReachable(this.paymentStatus, to)) {
      throw new DomainError(
        'PAYMENT_MOVE_REFUSED',
        'conflict',
        `A payment that is ${this.paymentStatus} cannot become ${to}.`,
      );
    }
    this.paymentStatus = to;
  }
}
