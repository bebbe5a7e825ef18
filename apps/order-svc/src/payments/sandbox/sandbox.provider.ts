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
  type Span,
  type WebhookHeaders,
} from '../payment-provider.js';
import { isSignedWebhook } from '../webhook-signature.js';
import { INTENT_COLUMNS } from './sandbox-books.js';
import { newsOf, SANDBOX_SIGNATURE_HEADER, sandboxEventSchema } from './sandbox-event.js';
import { SandboxQueue } from './sandbox-queue.js';
import { SandboxRefunds } from './sandbox-refunds.js';
import { SandboxWebhooks } from './sandbox-webhooks.js';

const CREATE = `
  INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (idempotency_key) DO NOTHING`;

const CANCEL = `UPDATE sandbox_intents SET status = 'canceled', challenged_at = NULL, updated_at = now() WHERE id = $1 AND status = 'open' RETURNING ${INTENT_COLUMNS}`;

function toEvent(payload: string): ProviderEvent {
  const event = sandboxEventSchema.parse(JSON.parse(payload));
  return { id: event.id, happenedAt: new Date(event.created * 1_000), news: newsOf(event) };
}

const signatureInvalid = () =>
  new DomainError('WEBHOOK_SIGNATURE_INVALID', 'invalid', 'The signature of this webhook is not valid.');

/** Payments without money (D25), with books of its own as a provider on the other side of the wire keeps them. */
@Injectable()
export class SandboxProvider extends PaymentProvider {
  readonly name = 'sandbox';
  readonly publishableKey = null;
  readonly paysBySecretAlone = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly queue: SandboxQueue,
    private readonly refunds: SandboxRefunds,
    private readonly webhooks: SandboxWebhooks,
  ) {
    super();
  }

  /** It is part of this service. */
  check(): Promise<void> {
    return Promise.resolve();
  }

  async createIntent({ orderId, amountCents, currency, idempotencyKey }: NewIntent): Promise<Intent> {
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const clientSecret = `${id}_secret_${randomBytes(16).toString('hex')}`;
    await this.dataSource.query(CREATE, [id, clientSecret, idempotencyKey, orderId, amountCents, currency]);
    return this.read('idempotency_key', idempotencyKey);
  }

  /** No address is kept here. */
  updateIntent(id: string): Promise<Intent> {
    return this.read('id', id);
  }

  retrieveIntent(id: string): Promise<Intent> {
    return this.read('id', id);
  }

  async cancelIntent(id: string): Promise<Intent> {
    await this.dataSource.transaction(async (manager) => {
      const [[intent]] = await manager.query<[Intent[], number]>(CANCEL, [id]);
      if (intent) await this.queue.put(manager, { type: 'payment_intent.canceled', object: intent });
    });
    this.webhooks.wake();
    return this.read('id', id);
  }

  refund(intentId: string, request: RefundRequest): Promise<ProviderRefund> {
    return this.refunds.make(intentId, request);
  }

  retrieveRefund(id: string): Promise<ProviderRefund> {
    return this.refunds.get(id);
  }

  listRefunds(intentId: string): Promise<ProviderRefund[]> {
    return this.refunds.list(intentId);
  }

  verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent {
    const signature = headers[SANDBOX_SIGNATURE_HEADER];
    if (typeof signature !== 'string' || !isSignedWebhook(this.config.SANDBOX_WEBHOOK_SECRET, raw, signature))
      throw signatureInvalid();
    return toEvent(raw.toString('utf8'));
  }

  async *listEvents(span: Span): AsyncGenerator<ProviderEvent[]> {
    for await (const page of this.queue.pages(span)) yield page.map(toEvent);
  }

  private async read(column: 'id' | 'idempotency_key', value: string): Promise<Intent> {
    const [intent] = await this.dataSource.query<Intent[]>(
      `SELECT ${INTENT_COLUMNS} FROM sandbox_intents WHERE ${column} = $1`,
      [value],
    );
    if (!intent) throw intentUnknown();
    return intent;
  }
}
