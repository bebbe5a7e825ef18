import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue } from '@shop/jobs';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { newDispute } from './dispute-objects.js';
import { toId, toUnixSeconds } from './stripe-objects.js';
import { StripeStore } from './stripe.store.js';
import { WebhooksService } from './webhooks.service.js';

/** The shop has a week to respond. */
const RESPONSE_MS = 7 * 24 * 60 * 60_000;

export const closeDispute = defineJob<{ disputeId: string }>('stripe.close-dispute', { timeoutMs: 60_000 });

export interface NewDisputeOptions {
  charge: Stripe.Charge;
  reason: string;
  /** Default: the whole charge. */
  amount?: number;
}

/** Customers ask their bank for the money back. */
@Injectable()
export class DisputesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: StripeStore,
    private readonly webhooks: WebhooksService,
    private readonly jobs: JobQueue,
  ) {}

  async openDispute(
    manager: EntityManager,
    account: string,
    { charge, reason, amount = charge.amount }: NewDisputeOptions,
  ): Promise<Stripe.Dispute> {
    const dueAt = new Date(Date.now() + RESPONSE_MS);
    const dispute = newDispute({ charge, reason, amount, dueBy: toUnixSeconds(dueAt) });
    await this.store.insert(manager, { account, document: dispute, intentId: toId(charge.payment_intent), dueAt });
    await this.store.update(manager, charge, { disputed: true });
    await this.webhooks.publishEvent(manager, account, 'charge.dispute.created', dispute);
    await this.jobs.enqueue(manager, closeDispute, { disputeId: dispute.id }, { key: dispute.id, runAt: dueAt });
    return dispute;
  }

  /** The bank decides. */
  async closeDispute(
    manager: EntityManager,
    disputeId: string,
    status: 'won' | 'lost',
  ): Promise<Stripe.Dispute | null> {
    const row = await this.store.lock<Stripe.Dispute>(manager, disputeId);
    if (!row || ['won', 'lost'].includes(row.document.status)) return null;
    const closed = await this.store.update(manager, row.document, { status });
    await this.webhooks.publishEvent(manager, row.account, 'charge.dispute.closed', closed);
    return closed;
  }

  /** The sandbox takes no responses, so a dispute that no one decides is lost. */
  @HandleJob(closeDispute)
  async loseDispute({ disputeId }: { disputeId: string }): Promise<void> {
    await this.dataSource.transaction((manager) => this.closeDispute(manager, disputeId, 'lost'));
  }
}
