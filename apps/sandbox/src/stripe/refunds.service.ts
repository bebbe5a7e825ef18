import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue } from '@shop/jobs';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { parseParams } from './payment-intents.service.js';
import { refusedCall, resourceMissing } from './stripe-error.js';
import { newRefund, toId } from './stripe-objects.js';
import { StripeStore } from './stripe.store.js';
import { getRefundBehaviour } from './test-cards.rules.js';
import { WebhooksService } from './webhooks.service.js';

export const settleRefund = defineJob<{ refundId: string }>('stripe.settle-refund', { timeoutMs: 60_000 });

const createSchema = z.strictObject({
  payment_intent: z.string(),
  amount: z.coerce.number().int().positive().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

/** More than one charge can have. */
const ALL = 10_000;

@Injectable()
export class RefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: StripeStore,
    private readonly webhooks: WebhooksService,
    private readonly jobs: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async createRefund(manager: EntityManager, account: string, params: unknown): Promise<Stripe.Refund> {
    const { payment_intent: intentId, amount, reason, metadata } = parseParams(createSchema, params);
    const row = await this.store.lock<Stripe.PaymentIntent>(manager, intentId);
    if (!row || row.account !== account) throw resourceMissing('payment_intent', intentId);
    if (row.document.status !== 'succeeded')
      throw refusedCall('This PaymentIntent does not have a successful charge to refund.');
    const charge = await this.store.get<Stripe.Charge>(manager, account, 'charge', toId(row.document.latest_charge));
    if (charge.disputed)
      throw refusedCall(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
    const remaining = charge.amount_captured - charge.amount_refunded;
    if (remaining <= 0)
      throw refusedCall(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    if ((amount ?? 0) > remaining)
      throw refusedCall(`Refund amount (${amount}) is greater than unrefunded amount on charge (${remaining})`, {
        param: 'amount',
      });
    const behaviour = getRefundBehaviour(charge.payment_method_details?.card?.last4 ?? null);
    const dueAt = behaviour === 'at once' ? null : new Date(Date.now() + this.config.SANDBOX_PROCESSING_MS);
    const refund = newRefund({
      intentId,
      chargeId: charge.id,
      amount: amount ?? remaining,
      currency: charge.currency,
      reason: reason ?? null,
      metadata,
      status: behaviour === 'late' ? 'pending' : 'succeeded',
    });
    await this.store.insert(manager, { account, document: refund, intentId, dueAt });
    if (dueAt)
      await this.jobs.enqueue(manager, settleRefund, { refundId: refund.id }, { key: refund.id, runAt: dueAt });
    await this.webhooks.publishEvent(manager, account, 'refund.created', refund);
    await this.updateCharge(manager, account, charge);
    return refund;
  }

  /** A pending refund succeeds; a refund that had succeeded fails: the bank returns the money. */
  @HandleJob(settleRefund)
  async settleRefund({ refundId }: { refundId: string }): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await this.store.lock<Stripe.Refund>(manager, refundId);
      if (!row?.dueAt) return;
      const { account, document: refund } = row;
      if (refund.status === 'succeeded') {
        await this.failRefund(manager, account, refund, 'expired_or_canceled_card');
        return;
      }
      const succeeded = await this.store.update(manager, refund, { status: 'succeeded' });
      await this.webhooks.publishEvent(manager, account, 'refund.updated', succeeded);
    });
  }

  async failRefund(
    manager: EntityManager,
    account: string,
    refund: Stripe.Refund,
    failureReason: string,
  ): Promise<Stripe.Refund> {
    const failed = await this.store.update(manager, refund, { status: 'failed', failure_reason: failureReason });
    await this.webhooks.publishEvent(manager, account, 'refund.failed', failed);
    const charge = await this.store.get<Stripe.Charge>(manager, account, 'charge', toId(refund.charge));
    await this.updateCharge(manager, account, charge);
    return failed;
  }

  /** `amount_refunded` is the sum of the refunds that have not failed. */
  private async updateCharge(manager: EntityManager, account: string, charge: Stripe.Charge): Promise<void> {
    const intentId = toId(charge.payment_intent);
    const refunds = await this.store.list<Stripe.Refund>(manager, { account, kind: 'refund', intentId, limit: ALL });
    const amountRefunded = refunds
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amount }) => sum + amount, 0);
    const changed = await this.store.update(manager, charge, {
      amount_refunded: amountRefunded,
      refunded: amountRefunded >= charge.amount_captured,
    });
    if (amountRefunded > charge.amount_refunded)
      await this.webhooks.publishEvent(manager, account, 'charge.refunded', changed);
  }
}
