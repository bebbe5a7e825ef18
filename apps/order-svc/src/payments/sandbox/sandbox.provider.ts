import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { PaymentProvider, type Intent, type NewIntent, type ProviderEvent } from '../payment-provider.js';
import { isSignedWebhook } from '../webhook-signature.js';
import { SANDBOX_SIGNATURE_HEADER, sandboxEventSchema } from './sandbox-event.js';

const INTENT_COLUMNS = `id, client_secret AS "clientSecret", status, amount_cents AS "amountCents", currency, failure_message AS "failureMessage"`;

const CREATE = `
  INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (idempotency_key) DO NOTHING`;

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

  /** Giving back in full is the same however often it is asked for, so that the key is not needed here. */
  async refund(id: string): Promise<void> {
    const [, changed] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE sandbox_intents SET refunded_at = COALESCE(refunded_at, now()) WHERE id = $1 AND status = 'succeeded'`,
      [id],
    );
    if (changed === 0) throw new Error(`The sandbox has nothing to give back of ${id}`);
  }

  verifyWebhook(raw: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent {
    const signature = headers[SANDBOX_SIGNATURE_HEADER];
    if (typeof signature !== 'string' || !isSignedWebhook(this.config.SANDBOX_WEBHOOK_SECRET, raw, signature)) throw signatureInvalid();
    const event = sandboxEventSchema.parse(JSON.parse(raw.toString('utf8')));
    return { id: event.id, intent: event.data.object };
  }

  private async read(column: 'id' | 'idempotency_key', value: string): Promise<Intent> {
    const [intent] = await this.dataSource.query<Intent[]>(`SELECT ${INTENT_COLUMNS} FROM sandbox_intents WHERE ${column} = $1`, [value]);
    if (!intent) throw new Error('The sandbox does not know this payment intent');
    return intent;
  }
}
