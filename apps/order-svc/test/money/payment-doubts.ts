import type { AuditActor } from '@shop/service-kit';
import { FulfilmentHoldsRepository } from '../../src/fulfilment/fulfilment-holds.repository.js';
import { FulfilmentHoldsService } from '../../src/fulfilment/fulfilment-holds.service.js';
import type { ModelShop } from './model-shop.js';

/** The provider or a bank doubts a payment, or an admin decides about a doubt. A payment is disputed once, and only before a refund. */
export type Doubt =
  | { kind: 'openReview' | 'warnOfFraud' | 'dispute' | 'winDispute'; order: number }
  | { kind: 'closeReview'; order: number; reason: 'approved' | 'refunded_as_fraud' }
  /** An admin continues the printing in spite of the present holds. */
  | { kind: 'continuePrinting'; order: number };

const FIND_CHARGE = `
  SELECT (document->>'amount_refunded')::int = 0 AND NOT EXISTS (SELECT FROM stripe_disputes WHERE intent_id = $1) AS "isDisputable"
  FROM sandbox.stripe_objects WHERE kind = 'charge' AND intent_id = $1 AND document->>'status' = 'succeeded'`;

const FIND_OPEN = `
  SELECT id FROM sandbox.stripe_objects WHERE intent_id = $1 AND CASE kind WHEN 'review' THEN (document->'open')::bool WHEN 'dispute' THEN document->>'status' = 'needs_response' END
    AND kind = $2 ORDER BY seq LIMIT 1`;

/** Stripe refunds a payment again once its dispute is won. */
const END_DISPUTE = `UPDATE sandbox.stripe_objects SET document = document || '{"disputed":false}' WHERE kind = 'charge' AND intent_id = $1`;

/** Doubts about payments at Stripe, and the decisions about them. */
export class PaymentDoubts {
  constructor(
    private readonly shop: ModelShop,
    private readonly admin: AuditActor,
  ) {}

  async apply(orderId: string, intentId: string | null, doubt: Doubt): Promise<void> {
    if (doubt.kind === 'continuePrinting') return this.continuePrinting(orderId);
    if (intentId !== null)
      await this.shop.scheduler.runStatement(doubt.kind, () => this.applyAtStripe(intentId, doubt));
  }

  async continuePrinting(orderId: string): Promise<void> {
    const holds = await this.shop.get(FulfilmentHoldsRepository).listOpen(orderId);
    const decision = { holds: holds.map(({ id }) => id), reason: 'She called us' };
    await this.shop.get(FulfilmentHoldsService).continuePrinting(orderId, decision, this.admin);
  }

  private async applyAtStripe(intentId: string, doubt: Exclude<Doubt, { kind: 'continuePrinting' }>): Promise<void> {
    const { control } = this.shop.stripe;
    const [charge] = await this.shop.listRows<{ isDisputable: boolean }>(FIND_CHARGE, [intentId]);
    if (!charge) return;
    switch (doubt.kind) {
      case 'openReview':
        if (!(await this.findOpen(intentId, 'review'))) await control.openReview(intentId);
        return;
      case 'warnOfFraud':
        await control.warnOfFraud(intentId);
        return;
      case 'dispute':
        if (charge.isDisputable) await control.openDispute(intentId, 'fraudulent');
        return;
      case 'closeReview': {
        const review = await this.findOpen(intentId, 'review');
        if (review) await control.closeReview(review, doubt.reason);
        return;
      }
      case 'winDispute': {
        const dispute = await this.findOpen(intentId, 'dispute');
        if (!dispute) return;
        await control.closeDispute(dispute, 'won');
        await this.shop.listRows(END_DISPUTE, [intentId]);
        return;
      }
    }
  }

  private async findOpen(intentId: string, kind: 'review' | 'dispute'): Promise<string | null> {
    const [open] = await this.shop.listRows<{ id: string }>(FIND_OPEN, [intentId, kind]);
    return open?.id ?? null;
  }
}
