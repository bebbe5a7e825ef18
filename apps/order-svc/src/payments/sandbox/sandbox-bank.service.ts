import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { defineJob, HandleJob, JobQueue } from '@shop/jobs';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { stripeSettings, type Config } from '../../config.js';
import type { Intent, ProviderRefund } from '../payment-provider.js';
import { getBankDecision, getDisputeReason } from './sandbox-cards.rules.js';
import type { SandboxDispute } from './sandbox-event.mapper.js';
import { SandboxWebhooksService } from './sandbox-webhooks.service.js';

export interface SandboxIntent extends Intent {
  /** Of the last card used. */
  last4: string | null;
  /** The bank waits for its customer to authenticate. */
  isChallenged: boolean;
}

/** Settles all payments, refunds and disputes that are due. Its key is the one that is due at its time. */
export const settleSandbox = defineJob<null>('sandbox.settle', { timeoutMs: 60_000 });

export type SandboxRefundRow = Omit<ProviderRefund, 'isOurs' | 'currency' | 'n'> & { n: number | null };

export const INTENT_COLUMNS = `id, client_secret AS "clientSecret", status, amount_cents AS "amountCents", currency, failure_message AS "failureMessage", attempt_id AS "attemptId"`;

export const REFUND_COLUMNS = `id, intent_id AS "intentId", amount_cents AS "amountCents", status, failure, n`;

const LOCK_INTENT = `SELECT ${INTENT_COLUMNS}, card_last4 AS last4, challenged_at IS NOT NULL AS "isChallenged" FROM sandbox_intents WHERE client_secret = $1 FOR UPDATE`;

const UPDATE_INTENT = `
  UPDATE sandbox_intents SET status = $2, failure_message = $3, card_last4 = $4, challenged_at = CASE WHEN $5 THEN now() END,
    settles_at = CASE WHEN $6::int IS NOT NULL THEN now() + $6::int * interval '1 millisecond' END, attempt_id = $7, updated_at = now()
  WHERE id = $1 RETURNING settles_at AS "settlesAt"`;

/** The shop has a week to respond. */
const OPEN_DISPUTE = `
  INSERT INTO sandbox_disputes (id, intent_id, amount_cents, reason, status, opened_at, respond_by)
  VALUES ($1, $2, $3, $4, 'needs_response', now(), now() + interval '7 days') RETURNING opened_at AS "openedAt", respond_by AS "respondBy"`;

interface IntentChange {
  status: Intent['status'];
  failureMessage: string | null;
  /** Of the failed attempt. */
  attemptId: string | null;
  isChallenged: boolean;
  settlesInMs: number | null;
}

const NO_CHANGE: IntentChange = {
  status: 'open',
  failureMessage: null,
  attemptId: null,
  isChallenged: false,
  settlesInMs: null,
};

const BATCH_SIZE = 20;

const DUE_INTENTS = `
  SELECT ${INTENT_COLUMNS}, card_last4 AS last4, false AS "isChallenged" FROM sandbox_intents
  WHERE status = 'processing' AND settles_at <= now() ORDER BY settles_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`;

/** A pending refund succeeds; a refund that had succeeded fails. */
const SETTLE_REFUNDS = `
  UPDATE sandbox_refunds SET settles_at = NULL,
    status = CASE status WHEN 'pending' THEN 'succeeded' ELSE 'failed' END,
    failure = CASE status WHEN 'pending' THEN NULL ELSE 'expired_or_canceled_card' END
  WHERE id IN (SELECT id FROM sandbox_refunds WHERE settles_at <= now() ORDER BY settles_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
  RETURNING ${REFUND_COLUMNS}`;

/** The sandbox takes no responses to disputes, so every dispute is lost in the end. */
const CLOSE_DISPUTES = `
  UPDATE sandbox_disputes SET status = 'lost'
  WHERE id IN (SELECT id FROM sandbox_disputes WHERE status = 'needs_response' AND respond_by <= now() ORDER BY respond_by LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
  RETURNING id, intent_id AS "intentId", amount_cents AS "amountCents", reason, status, opened_at AS "openedAt", respond_by AS "respondBy"`;

type ClosedDispute = Omit<SandboxDispute, 'openedAt' | 'respondBy' | 'isClosed'> & { openedAt: Date; respondBy: Date };

/**
 * The sandbox's bank: decides about payments, refunds and disputes, some of them after a delay. Each change is written in one
 * transaction with the webhook that reports it, and with the job that ends the delay.
 */
@Injectable()
export class SandboxBankService {
  constructor(
    private readonly webhooks: SandboxWebhooksService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError PAYMENT_UNKNOWN, or PAYMENT_CANCELLED if the intent can no longer be paid. */
  async getLocked(manager: EntityManager, clientSecret: string): Promise<SandboxIntent> {
    const [intent] = await manager.query<SandboxIntent[]>(LOCK_INTENT, [clientSecret]);
    if (!intent) throw new DomainError('PAYMENT_UNKNOWN', 'not-found', MESSAGES.notFound);
    if (intent.status === 'canceled')
      throw new DomainError(
        'PAYMENT_CANCELLED',
        'conflict',
        'This payment was cancelled. Please go through checkout again.',
      );
    return intent;
  }

  /** Applies the bank's final decision. Returns the message of a decline, or null. */
  async applyBankDecision(manager: EntityManager, intent: SandboxIntent): Promise<string | null> {
    const decision = getBankDecision(intent.last4);
    if (decision.outcome === 'declined') return this.declineIntent(manager, intent, decision.message);
    await this.updateIntent(manager, intent, { ...NO_CHANGE, status: 'succeeded' });
    await this.webhooks.enqueueWebhook(manager, {
      type: 'payment_intent.succeeded',
      object: toPublicIntent({ ...intent, status: 'succeeded', failureMessage: null, attemptId: null }),
    });
    await this.openDisputeForTestCard(manager, intent);
    return null;
  }

  async declineIntent(manager: EntityManager, intent: SandboxIntent, message: string): Promise<string> {
    const attemptId = `at_${randomBytes(12).toString('hex')}`;
    await this.updateIntent(manager, intent, { ...NO_CHANGE, failureMessage: message, attemptId });
    await this.webhooks.enqueueWebhook(manager, {
      type: 'payment_intent.payment_failed',
      object: toPublicIntent({ ...intent, status: 'open', failureMessage: message, attemptId }),
    });
    return message;
  }

  async challengeIntent(manager: EntityManager, intent: SandboxIntent): Promise<void> {
    await this.updateIntent(manager, intent, { ...NO_CHANGE, isChallenged: true });
  }

  async startProcessing(manager: EntityManager, intent: SandboxIntent, settlesInMs: number): Promise<void> {
    await this.updateIntent(manager, intent, { ...NO_CHANGE, status: 'processing', settlesInMs });
    await this.webhooks.enqueueWebhook(manager, {
      type: 'payment_intent.processing',
      object: toPublicIntent({ ...intent, status: 'processing', failureMessage: null, attemptId: null }),
    });
  }

  private async updateIntent(
    manager: EntityManager,
    { id, last4 }: SandboxIntent,
    { status, failureMessage, attemptId, isChallenged, settlesInMs }: IntentChange,
  ): Promise<void> {
    const [[changed]] = await manager.query<[{ settlesAt: Date | null }[], number]>(UPDATE_INTENT, [
      id,
      status,
      failureMessage,
      last4,
      isChallenged,
      settlesInMs,
      attemptId,
    ]);
    if (changed?.settlesAt) await this.enqueueSettlement(manager, id, changed.settlesAt);
  }

  private async openDisputeForTestCard(
    manager: EntityManager,
    { id: intentId, amountCents, last4 }: SandboxIntent,
  ): Promise<void> {
    const reason = getDisputeReason(last4);
    if (!reason) return;
    const id = `dp_${randomBytes(12).toString('hex')}`;
    const [times] = await manager.query<{ openedAt: Date; respondBy: Date }[]>(OPEN_DISPUTE, [
      id,
      intentId,
      amountCents,
      reason,
    ]);
    if (!times) throw new Error('The sandbox could not write a dispute');
    const dispute: SandboxDispute = {
      id,
      intentId,
      amountCents,
      reason,
      status: 'needs_response',
      isClosed: false,
      openedAt: times.openedAt.toISOString(),
      respondBy: times.respondBy.toISOString(),
    };
    await this.webhooks.enqueueWebhook(manager, { type: 'charge.dispute.created', object: dispute });
    await this.enqueueSettlement(manager, id, times.respondBy);
  }

  /** The job runs a millisecond later, because the database's times are more precise than a Date. */
  async enqueueSettlement(manager: EntityManager, id: string, dueAt: Date): Promise<void> {
    await this.jobs.enqueue(manager, settleSandbox, null, { key: id, runAt: new Date(dueAt.getTime() + 1) });
  }

  @HandleJob(settleSandbox)
  async settleDue(): Promise<void> {
    if (stripeSettings(this.config)) return;
    await this.dataSource.transaction(async (manager) => {
      for (const intent of await manager.query<SandboxIntent[]>(DUE_INTENTS))
        await this.applyBankDecision(manager, intent);
      await this.settleRefunds(manager);
      await this.closeDisputes(manager);
    });
  }

  private async settleRefunds(manager: EntityManager): Promise<void> {
    const [refunds] = await manager.query<[SandboxRefundRow[], number]>(SETTLE_REFUNDS);
    for (const refund of refunds) {
      await this.webhooks.enqueueWebhook(manager, {
        type: refund.status === 'failed' ? 'refund.failed' : 'refund.updated',
        object: { ...refund, isOurs: true },
      });
    }
  }

  private async closeDisputes(manager: EntityManager): Promise<void> {
    const [disputes] = await manager.query<[ClosedDispute[], number]>(CLOSE_DISPUTES);
    for (const { openedAt, respondBy, ...dispute } of disputes) {
      const closed = {
        ...dispute,
        isClosed: true,
        openedAt: openedAt.toISOString(),
        respondBy: respondBy.toISOString(),
      };
      await this.webhooks.enqueueWebhook(manager, { type: 'charge.dispute.closed', object: closed });
    }
  }
}

/** The fields that the shop receives from a provider. */
const toPublicIntent = ({
  id,
  clientSecret,
  status,
  amountCents,
  currency,
  failureMessage,
  attemptId = null,
}: Intent): Intent => ({ id, clientSecret, status, amountCents, currency, failureMessage, attemptId });
