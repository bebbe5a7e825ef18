import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { sandboxConfirmRequestSchema, type SandboxConfirmation } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Intent } from '../payment-provider.js';
import { verdictOnCard } from './sandbox-cards.rules.js';
import type { SandboxEvent } from './sandbox-event.js';
import { SandboxWebhooks } from './sandbox-webhooks.js';

const LOCK_INTENT = `
  SELECT id, client_secret AS "clientSecret", status, amount_cents AS "amountCents", currency, failure_message AS "failureMessage"
  FROM sandbox_intents WHERE client_secret = $1 FOR UPDATE`;
const SETTLE = `UPDATE sandbox_intents SET status = $2, failure_message = $3, updated_at = now() WHERE id = $1`;
const QUEUE_WEBHOOK = `INSERT INTO sandbox_webhooks (id, payload) VALUES ($1, $2)`;

/** The customer's card form of the sandbox; what came of it the shop learns by webhook, as from a provider. */
@Injectable()
export class ConfirmSandboxPayment {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly webhooks: SandboxWebhooks,
  ) {}

  async execute(request: z.output<typeof sandboxConfirmRequestSchema>): Promise<SandboxConfirmation> {
    const result = await this.dataSource.transaction((manager) => this.confirm(manager, request));
    this.webhooks.wake();
    if (result.declined !== null) throw new DomainError('CARD_DECLINED', 'impossible', result.declined);
    return { paymentIntentId: result.intentId, status: 'succeeded' };
  }

  /** The intent and its webhook are written together, and a decline is kept: so it is returned, not thrown. */
  private async confirm(
    manager: EntityManager,
    request: z.output<typeof sandboxConfirmRequestSchema>,
  ): Promise<{ intentId: string; declined: string | null }> {
    const [intent] = await manager.query<Intent[]>(LOCK_INTENT, [request.clientSecret]);
    if (!intent) throw new DomainError('PAYMENT_UNKNOWN', 'not-found', SENTENCES.notFound);
    if (intent.status === 'succeeded') return { intentId: intent.id, declined: null };
    if (intent.status !== 'open') throw new DomainError('PAYMENT_CANCELLED', 'conflict', 'This payment was cancelled. Please go through checkout again.');

    const verdict = verdictOnCard(request, new Date());
    switch (verdict.outcome) {
      case 'refused':
        throw new DomainError('CARD_REFUSED', 'impossible', verdict.message);
      case 'declined':
        await this.settle(manager, { ...intent, failureMessage: verdict.message }, 'payment_intent.payment_failed');
        return { intentId: intent.id, declined: verdict.message };
      case 'accepted':
        await this.settle(manager, { ...intent, status: 'succeeded', failureMessage: null }, 'payment_intent.succeeded');
        return { intentId: intent.id, declined: null };
    }
  }

  private async settle(manager: EntityManager, intent: Intent, type: SandboxEvent['type']): Promise<void> {
    await manager.query(SETTLE, [intent.id, intent.status, intent.failureMessage]);
    const event: SandboxEvent = { id: `evt_${randomBytes(12).toString('hex')}`, type, created: Math.floor(Date.now() / 1000), data: { object: intent } };
    await manager.query(QUEUE_WEBHOOK, [event.id, JSON.stringify(event)]);
  }
}
