import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../config.js';
import {
  refundDisputed,
  refundExceedsRemainder,
  type ProviderRefund,
  type RefundRequest,
} from '../payment-provider.js';
import { REFUND_COLUMNS, type SandboxRefundRow } from './sandbox-payment.store.js';
import { getRefundBehaviour } from './sandbox-cards.rules.js';
import { SandboxWebhookQueue } from './sandbox-webhook.queue.js';
import { SandboxWebhookSender } from './sandbox-webhook.sender.js';

const SELECT_REFUNDS = `SELECT ${REFUND_COLUMNS} FROM sandbox_refunds`;

/** Only for a succeeded intent, and at most its remaining amount. Failed refunds do not count. */
const INSERT_REFUND = `
  INSERT INTO sandbox_refunds (id, intent_id, idempotency_key, amount_cents, status, settles_at, n)
  SELECT $1, i.id, $3, COALESCE($4::bigint, rest.cents), $5, CASE WHEN $6::int IS NOT NULL THEN now() + $6::int * interval '1 millisecond' END, $7
  FROM sandbox_intents i,
    LATERAL (SELECT i.amount_cents - COALESCE(sum(r.amount_cents), 0) AS cents FROM sandbox_refunds r WHERE r.intent_id = i.id AND r.status <> 'failed') rest
  WHERE i.id = $2 AND i.status = 'succeeded' AND rest.cents > 0 AND COALESCE($4::bigint, rest.cents) <= rest.cents`;

/** A disputed payment can't be refunded; the sandbox never lets the shop win a dispute. */
const FIND_DISPUTE = 'SELECT FROM sandbox_disputes WHERE intent_id = $1';

/** The shop requested all refunds of the sandbox. */
const toRefund = (row: SandboxRefundRow) => ({ ...row, isOurs: true });

/** Refunds of the sandbox. The test card decides whether a refund succeeds at once, later, or fails afterwards. */
@Injectable()
export class SandboxRefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly webhookQueue: SandboxWebhookQueue,
    private readonly webhookSender: SandboxWebhookSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async createRefund(intentId: string, request: RefundRequest): Promise<ProviderRefund> {
    const refund = await this.dataSource.transaction((manager) => this.createRefundOnce(manager, intentId, request));
    this.webhookSender.wake();
    return refund;
  }

  async getRefund(id: string): Promise<ProviderRefund> {
    const [refund] = await this.dataSource.query<SandboxRefundRow[]>(`${SELECT_REFUNDS} WHERE id = $1`, [id]);
    if (!refund) throw new Error('The sandbox does not know this refund');
    return toRefund(refund);
  }

  async listRefunds(intentId: string): Promise<ProviderRefund[]> {
    return (await this.dataSource.query<SandboxRefundRow[]>(`${SELECT_REFUNDS} WHERE intent_id = $1`, [intentId])).map(
      toRefund,
    );
  }

  private async createRefundOnce(
    manager: EntityManager,
    intentId: string,
    { n, amountCents, idempotencyKey }: RefundRequest,
  ): Promise<ProviderRefund> {
    const [intent] = await manager.query<{ last4: string | null }[]>(
      'SELECT card_last4 AS last4 FROM sandbox_intents WHERE id = $1 FOR UPDATE',
      [intentId],
    );
    const selectByKey = `${SELECT_REFUNDS} WHERE idempotency_key = $1`;
    const [existing] = await manager.query<SandboxRefundRow[]>(selectByKey, [idempotencyKey]);
    if (existing) return toRefund(existing);
    if ((await manager.query<unknown[]>(FIND_DISPUTE, [intentId])).length > 0) throw refundDisputed();
    const behaviour = getRefundBehaviour(intent?.last4 ?? null);
    const settlesInMs = behaviour === 'at once' ? null : this.config.SANDBOX_PROCESSING_MS;
    await manager.query(INSERT_REFUND, [
      `re_${randomBytes(12).toString('hex')}`,
      intentId,
      idempotencyKey,
      amountCents,
      behaviour === 'late' ? 'pending' : 'succeeded',
      settlesInMs,
      n,
    ]);
    const [created] = await manager.query<SandboxRefundRow[]>(selectByKey, [idempotencyKey]);
    if (!created) throw refundExceedsRemainder();
    await manager.query('UPDATE sandbox_intents SET refunded_at = now() WHERE id = $1', [intentId]);
    await this.webhookQueue.enqueueWebhook(manager, { type: 'refund.created', object: toRefund(created) });
    await this.webhookQueue.enqueueWebhook(manager, { type: 'charge.refunded', object: { intentId } });
    return toRefund(created);
  }
}
