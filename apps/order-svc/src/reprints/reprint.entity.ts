import {
  type Parcels,
  type PrintProviderName,
  type ProblemKind,
  type ReprintState,
  type ShippingAddress,
} from '@shop/contracts-order';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Printers } from '../fulfilment/fulfilments.repository.js';
import { MISSING_AT_PRINTER } from '../fulfilment/printer-status.rules.js';
import type { PrinterOrder } from '../fulfilment/print-provider.js';
import type { ReprintItem } from './reprint-item.entity.js';

/** Items of an order that are printed and sent again, free of charge. The id is the number at the printer. */
@Entity('reprints')
export class Reprint {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  orderId: string;

  /** The customer's report that it settles. */
  @Column('uuid', { nullable: true })
  reportId: string | null = null;

  @Column('text')
  reason: ProblemKind;

  /** For admins. */
  @Column('text', { nullable: true })
  note: string | null = null;

  @Column('uuid', { array: true })
  photoIds: string[] = [];

  @Column('jsonb')
  shippingAddress: ShippingAddress;

  @Column('timestamptz')
  requestedAt: Date;

  /** The printer at the first attempt. `by-hand`: an admin prints and sends it. */
  @Column('text')
  provider: PrintProviderName;

  @Column('text')
  state: ReprintState = 'waiting';

  /** The time of the next attempt. */
  @Column('timestamptz')
  dueAt: Date;

  @Column('integer')
  attempts: number = 0;

  /** Why it does not go on. The printer's own text follows the shop's. */
  @Column('text', { nullable: true })
  problem: string | null = null;

  /** The printer's own number. */
  @Column('text', { nullable: true })
  externalId: string | null = null;

  @Column('timestamptz', { nullable: true })
  submittedAt: Date | null = null;

  /** When the printer was last asked. */
  @Column('timestamptz', { nullable: true })
  polledAt: Date | null = null;

  @Column('timestamptz', { nullable: true })
  shippedAt: Date | null = null;

  @Column('jsonb', { nullable: true })
  tracking: Parcels | null = null;

  /** Since when a parcel is back that was not sent again; null: none is. */
  @Column('timestamptz', { nullable: true })
  returnedAt: Date | null = null;

  /** The last parcel that came back. */
  @Column('jsonb', { nullable: true })
  parcelReturn: { reason: string | null } | null = null;

  /** What the printer charges. */
  @Column('bigint', { nullable: true })
  costCents: number | null = null;

  /** ISO 4217 in lower case. */
  @Column('text', { nullable: true })
  costCurrency: string | null = null;

  /** When it was delivered or cancelled. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null = null;

  /** ReprintsRepository reads and saves them with the reprint. */
  items: ReprintItem[] = [];

  get isByHand(): boolean {
    return this.provider === 'by-hand';
  }

  /** An attempt that crashed or timed out may have reached the printer. */
  get mayBeAtPrinter(): boolean {
    return !this.isByHand && (this.state === 'submitting' || this.state === 'submitted' || this.attempts > 0);
  }

  get isReturned(): boolean {
    return this.returnedAt !== null;
  }

  /**
   * Starts an attempt. False: it is not due, or its printer is not set up. It has one job, so an attempt that has not ended was
   * interrupted.
   */
  startAttempt({ current, reachable }: Printers, now = new Date()): boolean {
    const provider = this.attempts === 0 ? current : this.provider;
    if (this.isByHand || provider === null || (this.attempts > 0 && !reachable.includes(provider))) return false;
    if (this.state !== 'submitting' && (this.state !== 'waiting' || this.dueAt > now)) return false;
    this.provider = provider;
    this.state = 'submitting';
    this.attempts += 1;
    this.dueAt = now;
    return true;
  }

  /** Takes back an attempt before the printer was called. */
  takeBackAttempt(delayMs: number, problem: string | null, now = new Date()): void {
    this.attempts -= 1;
    this.postpone(delayMs, problem, now);
  }

  postpone(delayMs: number, problem: string | null, now = new Date()): void {
    this.state = 'waiting';
    this.dueAt = new Date(now.getTime() + delayMs);
    this.problem = problem;
  }

  /** No attempt has ended it since. */
  isInAttempt(attempt: number): boolean {
    return this.state === 'submitting' && this.attempts === attempt;
  }

  /** Whatever the printer says about it later is a problem, unless it cancels it. */
  markAccepted({ externalId }: Pick<PrinterOrder, 'externalId'>, now = new Date()): void {
    if (this.state !== 'waiting' && this.state !== 'submitting') return;
    this.state = 'submitted';
    this.externalId = externalId;
    this.submittedAt = now;
    this.polledAt = now;
  }

  /** Before the printer is asked to cancel it: prevents attempts for a while. */
  pauseForRecall(ms: number, now = new Date()): void {
    this.dueAt = new Date(now.getTime() + ms);
  }

  /** The printer's cancellation is the one that an admin has asked for. */
  isBeingRecalled(now = new Date()): boolean {
    return this.state === 'submitted' && this.dueAt > now;
  }

  assignToAdmins(): void {
    this.provider = 'by-hand';
    this.state = 'submitted';
    this.problem = null;
  }

  markShipped(tracking: Parcels | null, now = new Date()): void {
    this.state = 'shipped';
    this.tracking = tracking;
    this.shippedAt = now;
  }

  markReturned(parcelReturn: { reason: string | null }, now = new Date()): void {
    this.returnedAt = now;
    this.parcelReturn = parcelReturn;
  }

  /** It was sent again. It counts as delivered 45 days after this. */
  markSentAgain(now = new Date()): void {
    this.returnedAt = null;
    this.problem = null;
    this.shippedAt = now;
  }

  markEnded(state: 'delivered' | 'cancelled', now = new Date()): void {
    this.state = state;
    this.problem = null;
    this.endedAt = now;
  }

  /** The printer lost it: it is submitted again. */
  resubmit(now = new Date()): void {
    this.postpone(0, null, now);
    this.externalId = null;
    this.submittedAt = null;
    this.polledAt = null;
  }

  get isMissingAtPrinter(): boolean {
    return this.state === 'submitted' && this.problem === MISSING_AT_PRINTER;
  }

  get canBeCancelled(): boolean {
    return (this.endedAt === null && this.shippedAt === null) || (this.state === 'shipped' && this.isReturned);
  }

  /** The printer can be tried or asked again. */
  get canBeRetried(): boolean {
    return !this.isByHand && this.endedAt === null && (this.shippedAt === null || this.problem !== null);
  }

  /** An admin sends it, or corrects its tracking number. */
  get canBeMarkedSent(): boolean {
    return this.state === 'shipped' || (this.isByHand && this.state === 'submitted');
  }
}
