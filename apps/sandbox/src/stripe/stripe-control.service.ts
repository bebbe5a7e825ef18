import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { CardPaymentsService } from './card-payments.service.js';
import { DisputesService } from './disputes.service.js';
import { RadarService } from './radar.service.js';
import { RefundsService } from './refunds.service.js';
import { resourceMissing } from './stripe-error.js';
import { toId } from './stripe-objects.js';
import { StripeStore, type StripeObject } from './stripe.store.js';

/** What only Stripe's Dashboard, a bank or a card issuer can do. */
@Injectable()
export class StripeControl {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: StripeStore,
    private readonly payments: CardPaymentsService,
    private readonly refunds: RefundsService,
    private readonly disputes: DisputesService,
    private readonly radar: RadarService,
  ) {}

  /** The bank decides now about a payment, or a refund, that takes its time. */
  async settleNow(id: string): Promise<void> {
    if (id.startsWith('re_')) await this.refunds.settleRefund({ refundId: id });
    else await this.payments.settlePayment({ intentId: id });
  }

  openDispute(intentId: string, reason = 'fraudulent', amount?: number): Promise<Stripe.Dispute> {
    return this.withCharge(intentId, (manager, account, charge) =>
      this.disputes.openDispute(manager, account, { charge, reason, amount }),
    );
  }

  closeDispute(id: string, status: 'won' | 'lost'): Promise<Stripe.Dispute | null> {
    return this.dataSource.transaction((manager) => this.disputes.closeDispute(manager, id, status));
  }

  openReview(intentId: string): Promise<Stripe.Review> {
    return this.withCharge(intentId, (manager, account, charge) => this.radar.openReview(manager, account, charge));
  }

  closeReview(id: string, reason: 'approved' | 'refunded_as_fraud' | 'refunded'): Promise<Stripe.Review> {
    return this.dataSource.transaction(async (manager) => {
      const { account, document } = await this.lock<Stripe.Review>(manager, id);
      return this.radar.closeReview(manager, account, document, reason);
    });
  }

  warnOfFraud(intentId: string): Promise<Stripe.Radar.EarlyFraudWarning> {
    return this.withCharge(intentId, (manager, account, charge) => this.radar.warnOfFraud(manager, account, charge));
  }

  /** A refund in the Dashboard: it has no metadata of the shop. */
  refund(intentId: string, amount?: number): Promise<Stripe.Refund> {
    return this.dataSource.transaction(async (manager) => {
      const { account } = await this.lock(manager, intentId);
      return this.refunds.createRefund(manager, account, { payment_intent: intentId, amount });
    });
  }

  private async withCharge<Result>(
    intentId: string,
    work: (manager: EntityManager, account: string, charge: Stripe.Charge) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      const { account, document } = await this.lock<Stripe.PaymentIntent>(manager, intentId);
      const charge = await this.store.get<Stripe.Charge>(manager, account, 'charge', toId(document.latest_charge));
      return work(manager, account, charge);
    });
  }

  private async lock<Type extends StripeObject>(manager: EntityManager, id: string) {
    const row = await this.store.lock<Type>(manager, id);
    if (!row) throw resourceMissing('object', id);
    return row;
  }
}
