import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import {
  intentUnknown,
  PaymentProvider,
  type Intent,
  type NewIntent,
  type ProviderEvent,
  type ProviderRefund,
  type RefundRequest,
  type TimeRange,
  type WebhookHeaders,
} from '../payment-provider.js';
import { isSignedWebhook } from '../webhook-signature.rules.js';
import { INTENT_COLUMNS } from './sandbox-payment.store.js';
import { toEventContent, SANDBOX_SIGNATURE_HEADER, sandboxEventSchema } from './sandbox-event.mapper.js';
import { SandboxWebhookQueue } from './sandbox-webhook.queue.js';
import { SandboxRefundsService } from './sandbox-refunds.service.js';
import { SandboxWebhookSender } from './sandbox-webhook.sender.js';

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

/** A payment provider without real money. It keeps its own records, like a provider in another system. */
@Injectable()
export class SandboxProvider extends PaymentProvider {
  readonly name = 'sandbox';
  readonly publishableKey = null;
  readonly isPayableWithSecretOnly = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly webhookQueue: SandboxWebhookQueue,
    private readonly refunds: SandboxRefundsService,
    private readonly webhookSender: SandboxWebhookSender,
  ) {
    super();
  }

  /** The sandbox is part of this service, so it always accepts. */
  checkAccess(): Promise<void> {
    return Promise.resolve();
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
      if (intent) await this.webhookQueue.enqueueWebhook(manager, { type: 'payment_intent.canceled', object: intent });
    });
    this.webhookSender.wake();
    return this.readIntent('id', id);
  }

  refund(intentId: string, request: RefundRequest): Promise<ProviderRefund> {
    return this.refunds.createRefund(intentId, request);
  }

  retrieveRefund(id: string): Promise<ProviderRefund> {
    return this.refunds.getRefund(id);
  }

  listRefunds(intentId: string): Promise<ProviderRefund[]> {
    return this.refunds.listRefunds(intentId);
  }

  verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent {
    const signature = headers[SANDBOX_SIGNATURE_HEADER];
    if (typeof signature !== 'string' || !isSignedWebhook(this.config.SANDBOX_WEBHOOK_SECRET, raw, signature))
      throw signatureInvalidError();
    return toEvent(raw.toString('utf8'));
  }

  async *listEvents(range: TimeRange): AsyncGenerator<ProviderEvent[]> {
    for await (const page of this.webhookQueue.listPayloads(range)) yield page.map(toEvent);
  }

  private async readIntent(column: 'id' | 'idempotency_key', value: string): Promise<Intent> {
    const [intent] = await this.dataSource.query<Intent[]>(
      `SELECT ${INTENT_COLUMNS} FROM sandbox_intents WHERE ${column} = $1`,
      [value],
    );
    if (!intent) throw intentUnknown();
    return intent;
  }
}
