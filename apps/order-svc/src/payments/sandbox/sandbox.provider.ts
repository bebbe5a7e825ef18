import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { PaymentProvider, type Intent, type NewIntent, type ProviderEvent, type ProviderRefund, type RefundRequest, type WebhookHeaders } from '../payment-provider.js';
import { isSignedWebhook } from '../webhook-signature.js';
import { SANDBOX_SIGNATURE_HEADER, sandboxEventSchema } from './sandbox-event.js';

const INTENT_COLUMNS = `id, client_secret AS "clientSecret", status, amount_cents AS "amountCents", currency, failure_message AS "failureMessage"`;

const CREATE = `
  INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (idempotency_key) DO NOTHING`;

type RefundRow = Pick<ProviderRefund, 'id' | 'intentId' | 'amountCents'>;

const REFUNDS = `SELECT id, intent_id AS "intentId", amount_cents AS "amountCents" FROM sandbox_refunds`;

/** Only of what was paid, and never more than is left of it. */
const REFUND = `
  INSERT INTO sandbox_refunds (id, intent_id, idempotency_key, amount_cents)
  SELECT $1, i.id, $3, COALESCE($4::bigint, rest.cents)
  FROM sandbox_intents i, LATERAL (SELECT i.amount_cents - COALESCE(sum(r.amount_cents), 0) AS cents FROM sandbox_refunds r WHERE r.intent_id = i.id) rest
  WHERE i.id = $2 AND i.status = 'succeeded' AND rest.cents > 0 AND COALESCE($4::bigint, rest.cents) <= rest.cents`;

/** All refunds of the sandbox are the shop's, and succeed at once. */
const toRefund = (row: RefundRow): ProviderRefund => ({ ...row, status: 'succeeded', failure: null, isOurs: true });

const signatureInvalid = () => new DomainError('WEBHOOK_SIGNATURE_INVALID', 'invalid', 'The signature of this webhook is not valid.');

/** Payments without money (D25), with books of its own as a provider on the other side of the wire keeps them. */
@Injectable()
export class SandboxProvider extends PaymentProvider {
  readonly name = 'sandbox';
  readonly publishableKey = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async createIntent({ orderId, amountCents, currency, idempotencyKey }: NewIntent): Promise<Intent> {
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const clientSecret = `${id}_secret_${randomBytes(16).toString('hex')}`;
    await this.dataSource.query(CREATE, [id, clientSecret, idempotencyKey, orderId, amountCents, currency]);
    return this.read('idempotency_key', idempotencyKey);
  }

  async updateIntent(id: string, { amountCents }: { amountCents: number }): Promise<Intent> {
    await this.dataSource.query(`UPDATE sandbox_intents SET amount_cents = $2, updated_at = now() WHERE id = $1 AND status = 'open'`, [id, amountCents]);
    return this.read('id', id);
  }

  retrieveIntent(id: string): Promise<Intent> {
    return this.read('id', id);
  }

  async cancelIntent(id: string): Promise<Intent> {
    await this.dataSource.query(`UPDATE sandbox_intents SET status = 'canceled', updated_at = now() WHERE id = $1 AND status = 'open'`, [id]);
    return this.read('id', id);
  }

  async refund(intentId: string, { amountCents, idempotencyKey }: RefundRequest): Promise<ProviderRefund> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM sandbox_intents WHERE id = $1 FOR UPDATE', [intentId]);
      const known = `${REFUNDS} WHERE idempotency_key = $1`;
      const [again] = await manager.query<RefundRow[]>(known, [idempotencyKey]);
      if (again) return toRefund(again);
      await manager.query(REFUND, [`re_${randomBytes(12).toString('hex')}`, intentId, idempotencyKey, amountCents]);
      const [made] = await manager.query<RefundRow[]>(known, [idempotencyKey]);
      if (!made) throw new Error(`The sandbox has nothing like that to give back of ${intentId}`);
      await manager.query('UPDATE sandbox_intents SET refunded_at = now() WHERE id = $1', [intentId]);
      return toRefund(made);
    });
  }

  async retrieveRefund(id: string): Promise<ProviderRefund> {
    const [refund] = await this.dataSource.query<RefundRow[]>(`${REFUNDS} WHERE id = $1`, [id]);
    if (!refund) throw new Error('The sandbox does not know this refund');
    return toRefund(refund);
  }

  async listRefunds(intentId: string): Promise<ProviderRefund[]> {
    return (await this.dataSource.query<RefundRow[]>(`${REFUNDS} WHERE intent_id = $1`, [intentId])).map(toRefund);
  }

  verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent {
    const signature = headers[SANDBOX_SIGNATURE_HEADER];
    if (typeof signature !== 'string' || !isSignedWebhook(this.config.SANDBOX_WEBHOOK_SECRET, raw, signature)) throw signatureInvalid();
    const event = sandboxEventSchema.parse(JSON.parse(raw.toString('utf8')));
    return { id: event.id, happenedAt: new Date(event.created * 1_000), news: { about: 'intent', intent: event.data.object } };
  }

  private async read(column: 'id' | 'idempotency_key', value: string): Promise<Intent> {
    const [intent] = await this.dataSource.query<Intent[]>(`SELECT ${INTENT_COLUMNS} FROM sandbox_intents WHERE ${column} = $1`, [value]);
    if (!intent) throw new Error('The sandbox does not know this payment intent');
    return intent;
  }
}
