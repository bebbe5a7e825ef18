import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  INTENT_COLUMNS,
  REFUND_COLUMNS,
  SandboxPaymentStore,
  type SandboxIntent,
  type SandboxRefundRow,
} from './sandbox-payment.store.js';
import type { SandboxDispute } from './sandbox-event.mapper.js';
import { SandboxWebhookQueue } from './sandbox-webhook.queue.js';

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

/** Settles payments, refunds and disputes whose simulated bank delay is over. Any instance may run it. */
@Injectable()
export class SandboxSettlementService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payments: SandboxPaymentStore,
    private readonly webhookQueue: SandboxWebhookQueue,
  ) {}

  async settleDue(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      for (const intent of await manager.query<SandboxIntent[]>(DUE_INTENTS))
        await this.payments.applyBankDecision(manager, intent);
      await this.settleRefunds(manager);
      await this.closeDisputes(manager);
    });
  }

  private async settleRefunds(manager: EntityManager): Promise<void> {
    const [refunds] = await manager.query<[SandboxRefundRow[], number]>(SETTLE_REFUNDS);
    for (const refund of refunds) {
      await this.webhookQueue.enqueueWebhook(manager, {
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
      await this.webhookQueue.enqueueWebhook(manager, { type: 'charge.dispute.closed', object: closed });
    }
  }
}
