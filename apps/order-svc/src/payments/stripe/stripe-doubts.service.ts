import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { PaymentDoubts } from '../payment-provider.js';
import { StripeCallsService } from './stripe-calls.service.js';
import { toDispute, toReview } from './stripe-objects.mapper.js';
import { StripeClient } from './stripe.client.js';

/** More disputes than one payment can have. */
const DISPUTES_LIMIT = 100;

const toId = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Disputes and reviews of payments. Keys without access to them work until a payment has one. */
@Injectable()
export class StripeDoubtsService {
  constructor(
    private readonly client: StripeClient,
    private readonly calls: StripeCallsService,
  ) {}

  listDoubts(intentId: string): Promise<PaymentDoubts> {
    return this.calls.callForIntent(intentId, 'admin', 'list the doubts about a payment', async () => {
      const { api } = this.client;
      const { latest_charge: charge, review } = await api.paymentIntents.retrieve(intentId, {
        expand: ['latest_charge'],
      });
      const reviewId = toId(review);
      return {
        disputes: isDisputed(charge) ? await this.listDisputes(intentId) : [],
        reviews: reviewId === null ? [] : [toReview(await api.reviews.retrieve(reviewId))],
      };
    });
  }

  findIntentOfCharge(chargeId: string): Promise<string | null> {
    return this.calls.call('admin', 'read a charge', async () =>
      toId((await this.client.api.charges.retrieve(chargeId)).payment_intent),
    );
  }

  private async listDisputes(intentId: string): Promise<PaymentDoubts['disputes']> {
    const { data } = await this.client.api.disputes.list({ payment_intent: intentId, limit: DISPUTES_LIMIT });
    return data.map(toDispute);
  }
}

const isDisputed = (charge: Stripe.PaymentIntent['latest_charge']): boolean =>
  charge !== null && typeof charge === 'object' && charge.disputed;
