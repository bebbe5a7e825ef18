import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '@shop/contracts/common';
import type { Config } from '../../config.js';
import {
  type Intent,
  type NewIntent,
  type PaymentAccount,
  PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  type RefundRequest,
  type TimeRange,
  type WebhookHeaders,
  intentUnknown,
  refundDisputed,
  refundExceedsRemainder,
} from '../payment-provider.js';
import { isSignedWebhook } from '../webhook-signature.rules.js';
import { INTENT_COLUMNS, REFUND_COLUMNS, SandboxBankService, type SandboxRefundRow } from './sandbox-bank.service.js';
import { getRefundBehaviour } from './sandbox-cards.rules.js';
import { SANDBOX_SIGNATURE_HEADER, sandboxEventSchema, toEventContent } from './sandbox-event.mapper.js';
import { SandboxWebhooksService } from './sandbox-webhooks.service.js';

const SELECT_REFUNDS = `SELECT ${REFUND_COLUMNS} FROM sandbox_refunds`;

/** Only for a succeeded intent, and at most its remaining amount. Failed refunds do not count. */
const INSERT_REFUND = `
  INSERT INTO sandbox_refunds (id, intent_id, idempotency_key, amount_cents, status, settles_at, n)
  SELECT $1, i.id, $3, COALESCE($4::bigint, rest.cents), $5, CASE WHEN $6::int IS NOT NULL THEN now() + $6::int * interval '1 millisecond' END, $7
  FROM sandbox_intents i,
    LATERAL (SELECT i.amount_cents - COALESCE(sum(r.amount_cents), 0) AS cents FROM sandbox_refunds r WHERE r.intent_id = i.id AND r.status <> 'failed') rest
  WHERE i.id = $2 AND i.status = 'succeeded' AND rest.cents > 0 AND COALESCE($4::bigint, rest.cents) <= rest.cents
  RETURNING settles_at AS "settlesAt"`;

/** A disputed payment can't be refunded; the sandbox never lets the shop win a dispute. */
const FIND_DISPUTE = 'SELECT FROM sandbox_disputes WHERE intent_id = $1';

/** The shop requested all refunds of the sandbox. */
const toRefund = (row: SandboxRefundRow) => ({ ...row, isOurs: true });

const INSERT_INTENT = `
  INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (idempotency_key) DO NOTHING`;

const CANCEL_INTENT = `UPDATE sandbox_intents SET status = 'canceled', challenged_at = NULL, updated_at = now() WHERE id = $1 AND status = 'open' RETURNING ${INTENT_COLUMNS}`;

function toEvent(payload: string): ProviderEvent {
  const event = sandboxEventSchema.parse(JSON.parse(payload));
  return { id: event.id, happenedAt: new Date(event.created * 1_000), content: toEventContent(event) };
}

const signatureInvalidError = () =>
  new DomainError('WEBHOOK_SIGNATURE_INVALID', 'invalid', 'The signature of this webhook is not valid.');

/**
 * A payment provider without real money. It keeps its own records, like a provider in another system. The test card decides
 * whether a refund succeeds at once, later, or fails afterwards.
 */
@Injectable()
export class SandboxProvider extends PaymentProvider {
  readonly name = 'sandbox';
  readonly publishableKey = null;
  readonly isPayableWithSecretOnly = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly webhooks: SandboxWebhooksService,
    private readonly bank: SandboxBankService,
  ) {
    super();
  }

  /** The sandbox is part of this service, so it always accepts. */
  checkAccess(): Promise<void> {
    return Promise.resolve();
  }

  getAccount(): Promise<PaymentAccount> {
    return Promise.resolve({ account: 'sandbox', livemode: false });
  }

  async createIntent({ orderId, amountCents, currency, idempotencyKey }: NewIntent): Promise<Intent> {
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const clientSecret = `${id}_secret_${randomBytes(16).toString('hex')}`;
    await this.dataSource.query(INSERT_INTENT, [id, clientSecret, idempotencyKey, orderId, amountCents, currency]);
    return this.readIntent('idempotency_key', idempotencyKey);
  }

  /** The sandbox stores no address. */
  updateIntent(id: string): Promise<Intent> {
    return this.readIntent('id', id);
  }

  retrieveIntent(id: string): Promise<Intent> {
    return this.readIntent('id', id);
  }

  async cancelIntent(id: string): Promise<Intent> {
    await this.dataSource.transaction(async (manager) => {
      const [[intent]] = await manager.query<[Intent[], number]>(CANCEL_INTENT, [id]);
      if (intent) await this.webhooks.enqueueWebhook(manager, { type: 'payment_intent.canceled', object: intent });
    });
    return this.readIntent('id', id);
  }

  verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent {
    const signature = headers[SANDBOX_SIGNATURE_HEADER];
    if (typeof signature !== 'string' || !isSignedWebhook(this.config.SANDBOX_WEBHOOK_SECRET, raw, signature))
      throw signatureInvalidError();
    return toEvent(raw.toString('utf8'));
  }

  async *listEvents(range: TimeRange): AsyncGenerator<ProviderEvent[]> {
    for await (const page of this.webhooks.listPayloads(range)) yield page.map(toEvent);
  }

  private async readIntent(column: 'id' | 'idempotency_key', value: string): Promise<Intent> {
    const [intent] = await this.dataSource.query<Intent[]>(
      `SELECT ${INTENT_COLUMNS} FROM sandbox_intents WHERE ${column} = $1`,
      [value],
    );
    if (!intent) throw intentUnknown();
    return intent;
  }

  async refund(intentId: string, request: RefundRequest): Promise<ProviderRefund> {
    return this.dataSource.transaction((manager) => this.createRefundOnce(manager, intentId, request));
  }

  async retrieveRefund(_intentId: string, id: string): Promise<ProviderRefund> {
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
    const id = `re_${randomBytes(12).toString('hex')}`;
    const [inserted] = await manager.query<{ settlesAt: Date | null }[]>(INSERT_REFUND, [
      id,
      intentId,
      idempotencyKey,
      amountCents,
      behaviour === 'late' ? 'pending' : 'succeeded',
      settlesInMs,
      n,
    ]);
    const [created] = await manager.query<SandboxRefundRow[]>(selectByKey, [idempotencyKey]);
    if (!created) throw refundExceedsRemainder();
    if (inserted?.settlesAt) await this.bank.enqueueSettlement(manager, id, inserted.settlesAt);
    await manager.query('UPDATE sandbox_intents SET refunded_at = now() WHERE id = $1', [intentId]);
    await this.webhooks.enqueueWebhook(manager, { type: 'refund.created', object: toRefund(created) });
    await this.webhooks.enqueueWebhook(manager, { type: 'charge.refunded', object: { intentId } });
    return toRefund(created);
  }
}
