import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { newEarlyFraudWarning, newReview } from './dispute-objects.js';
import { toId } from './stripe-objects.js';
import { StripeStore } from './stripe.store.js';
import { WebhooksService } from './webhooks.service.js';

/** Reviews of payments, and warnings of card issuers. */
@Injectable()
export class RadarService {
  constructor(
    private readonly store: StripeStore,
    private readonly webhooks: WebhooksService,
  ) {}

  async openReview(manager: EntityManager, account: string, charge: Stripe.Charge): Promise<Stripe.Review> {
    const review = newReview(charge);
    const intentId = toId(charge.payment_intent);
    await this.store.insert(manager, { account, document: review, intentId });
    await this.store.update(manager, charge, { review: review.id });
    await this.store.update<Stripe.PaymentIntent>(manager, { id: intentId } as Stripe.PaymentIntent, {
      review: review.id,
    });
    await this.webhooks.publishEvent(manager, account, 'review.opened', review);
    return review;
  }

  async closeReview(
    manager: EntityManager,
    account: string,
    review: Stripe.Review,
    reason: Exclude<Stripe.Review.ClosedReason, null>,
  ): Promise<Stripe.Review> {
    if (!review.open) return review;
    const closed = await this.store.update(manager, review, { open: false, reason, closed_reason: reason });
    await this.webhooks.publishEvent(manager, account, 'review.closed', closed);
    return closed;
  }

  async warnOfFraud(
    manager: EntityManager,
    account: string,
    charge: Stripe.Charge,
  ): Promise<Stripe.Radar.EarlyFraudWarning> {
    const warning = newEarlyFraudWarning(charge);
    await this.store.insert(manager, { account, document: warning, intentId: toId(charge.payment_intent) });
    await this.webhooks.publishEvent(manager, account, 'radar.early_fraud_warning.created', warning);
    return warning;
  }
}
