import {
  type Arrival,
  CURRENCY,
  type OrderStatus,
  type PaymentProviderName,
  type PaymentStatus,
  type ParcelReturn,
  type Parcels,
  type ShippingAddress,
} from '@shop/contracts-order';
import { DomainError } from '@shop/contracts-common';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { canChangeStatus, isPaymentStatusReachable } from './order.rules.js';
import type { PaymentIntent } from './payment-intent.entity.js';

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

  /** The cart it was made from; null once it is detached from the cart. */
  @Column('uuid', { nullable: true })
  cartId: string | null = null;

  @Column('text')
  status: OrderStatus = 'created';

  @Column('text')
  paymentStatus: PaymentStatus = 'pending';

  /** Why the last payment failed, in the provider's words. */
  @Column('text', { nullable: true })
  paymentMessage: string | null = null;

  /** The provider at the time of the checkout. It stays, even if the settings change. */
  @Column('text')
  paymentProvider: PaymentProviderName = 'sandbox';

  /** How many intents were replaced before the present one, which has this number. */
  @Column('integer')
  canceledIntents: number = 0;

  /** The present intent; null until the provider has created it. OrdersRepository reads and saves it with the order. */
  intent: PaymentIntent | null = null;

  @Column('text', { nullable: true })
  email: string | null = null;

  /** Counts the corrections of the email: links in emails to an earlier address are not valid. */
  @Column('integer')
  emailVersion: number = 0;

  /** Counts how often an admin ended the links in all emails. */
  @Column('integer')
  linkVersion: number = 0;

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

  /** Printed on the packing slip. */
  @Column('text', { nullable: true })
  giftMessage: string | null = null;

  /** The estimate at the payment, or at a later change of the address. Null: unpaid, or the shop estimates nothing. */
  @Column('jsonb', { nullable: true })
  arrival: Arrival | null = null;

  @Column('timestamptz')
  createdAt: Date;

  /**
   * The last action of the customer or an admin, or the end of a payment in progress. An order is abandoned a day
   * later.
   */
  @Column('timestamptz')
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  paymentAttemptedAt: Date | null = null;

  /** When the provider is asked about the open payment again; null: in the next run. */
  @Column('timestamptz', { nullable: true })
  paymentCheckAt: Date | null = null;

  /** When too many payments were declined. */
  @Column('timestamptz', { nullable: true })
  paymentStoppedAt: Date | null = null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null = null;

  /**
   * The end of the change window: until then the customer may change or cancel the order, then it goes to the printer.
   */
  @Column('timestamptz', { nullable: true })
  changeWindowEndsAt: Date | null = null;

  /** The present version of the admins' note in order_notes. */
  @Column('uuid', { nullable: true })
  noteId: string | null = null;

  /** The parcels and their carriers. */
  @Column('jsonb', { nullable: true })
  tracking: Parcels | null = null;

  /** Since when a parcel is back that was not sent again; null: none is. */
  @Column('timestamptz', { nullable: true })
  returnedAt: Date | null = null;

  /** The last parcel that came back. */
  @Column('jsonb', { nullable: true })
  parcelReturn: Omit<ParcelReturn, 'at'> | null = null;

  /** When personal data and the owner were removed. */
  @Column('timestamptz', { nullable: true })
  anonymisedAt: Date | null = null;

  changeStatus(to: OrderStatus, now = new Date()): void {
    if (!canChangeStatus(this.status, to)) {
      throw new DomainError(
        'ORDER_STATUS_CHANGE_INVALID',
        'conflict',
        `An order that is ${this.status} cannot become ${to}.`,
      );
    }
    this.status = to;
    this.updatedAt = now;
    if (to === 'delivered') this.returnedAt = null;
  }

  changeAddress(address: ShippingAddress, now = new Date()): void {
    this.shippingAddress = address;
    this.updatedAt = now;
    if (this.returnedAt && this.parcelReturn) this.parcelReturn = { ...this.parcelReturn, isAddressCorrected: true };
  }

  correctEmail(email: string, now = new Date()): void {
    this.email = email;
    this.emailVersion += 1;
    this.updatedAt = now;
  }

  endLinks(): void {
    this.linkVersion += 1;
  }

  /** A parcel came back. */
  markParcelReturned(reason: string | null, now = new Date()): void {
    this.returnedAt = now;
    this.parcelReturn = { reason };
    this.updatedAt = now;
  }

  /** It was sent again, or nothing more is to be done. A shipped order is assumed to be delivered 45 days later. */
  settleParcelReturn(now = new Date()): void {
    this.returnedAt = null;
    this.updatedAt = now;
  }

  /** The whole amount was paid. */
  markPaid(now = new Date()): void {
    this.changeStatus('paid', now);
    this.paymentMessage = null;
    this.paidAt = now;
    this.paymentAttemptedAt ??= now;
    if (this.intent) this.intent.awaitedSince = null;
  }

  /** A payment is in progress. */
  markPaymentInProgress(now = new Date()): void {
    this.paymentAttemptedAt ??= now;
    if (this.intent) this.intent.awaitedSince ??= now;
  }

  /** The payment is not in progress any more. The customer has a day for another attempt, as after the checkout. */
  endPaymentInProgress(now = new Date()): void {
    if (!this.intent?.awaitedSince) return;
    this.intent.awaitedSince = null;
    this.intent.awaitEndedAt = now;
    this.updatedAt = now;
  }

  /** A payment was declined. The same intent may be tried again. */
  markPaymentFailed(message: string, now = new Date()): void {
    this.paymentMessage = message;
    this.paymentAttemptedAt ??= now;
    if (this.intent) this.intent.awaitEndedAt = now;
    this.endPaymentInProgress(now);
  }

  /** Applies the status that the ledger entries give. It may skip steps. */
  applyPaymentStatus(to: PaymentStatus): void {
    if (!isPaymentStatusReachable(this.paymentStatus, to)) {
      throw new DomainError(
        'PAYMENT_STATUS_CHANGE_INVALID',
        'conflict',
        `A payment that is ${this.paymentStatus} cannot become ${to}.`,
      );
    }
    this.paymentStatus = to;
  }
}
