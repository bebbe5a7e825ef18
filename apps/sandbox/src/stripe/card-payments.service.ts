import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue } from '@shop/jobs';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config.js';
import { DisputesService } from './disputes.service.js';
import { PaymentIntentsService } from './payment-intents.service.js';
import { RadarService } from './radar.service.js';
import { StripeError, unexpectedState, type StripeErrorBody } from './stripe-error.js';
import { newCharge, newPaymentMethod, toId } from './stripe-objects.js';
import { StripeStore } from './stripe.store.js';
import {
  AUTHENTICATION_FAILED,
  decideOnCard,
  getBankDecision,
  getDisputeReason,
  getDoubt,
  toLast4,
  type CardProblem,
} from './test-cards.rules.js';
import { WebhooksService } from './webhooks.service.js';

export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
}

/** The bank decides about a payment whose time has come. */
export const settlePayment = defineJob<{ intentId: string }>('stripe.settle-payment', { timeoutMs: 60_000 });

interface Attempt {
  account: string;
  intent: Stripe.PaymentIntent;
  paymentMethod: Stripe.PaymentMethod;
  /** Pending since the attempt, if the bank decides later. */
  charge?: Stripe.Charge;
}

const toCardError = ({ code, declineCode, message }: CardProblem): StripeErrorBody => ({
  type: 'card_error',
  code,
  ...(declineCode && { decline_code: declineCode }),
  message,
});

const last4Of = ({ card }: Stripe.PaymentMethod): string | null => card?.last4 ?? null;

/** What the customer's browser and bank do: pay by card, authenticate, decide. */
@Injectable()
export class CardPaymentsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: StripeStore,
    private readonly intents: PaymentIntentsService,
    private readonly disputes: DisputesService,
    private readonly radar: RadarService,
    private readonly webhooks: WebhooksService,
    private readonly jobs: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Pays by card. A decline is stored, so it is returned from the transaction and thrown afterwards.
   *
   * @throws StripeError with status 402 for a decline, 400 for an intent that can't be paid.
   */
  async confirm(account: string, intentId: string, card: Card): Promise<Stripe.PaymentIntent> {
    const intent = await this.dataSource.transaction((manager) => this.chargeCard(manager, account, intentId, card));
    return requireAccepted(intent);
  }

  /** The customer's answer to the bank's 3-D Secure question. */
  async authenticate(account: string, intentId: string, isAuthenticated: boolean): Promise<Stripe.PaymentIntent> {
    const intent = await this.dataSource.transaction(async (manager) => {
      const waiting = await this.intents.lockChangeable(manager, account, intentId);
      if (waiting.status !== 'requires_action') throw unexpectedState(waiting);
      const paymentMethod = await this.store.get<Stripe.PaymentMethod>(
        manager,
        account,
        'payment_method',
        toId(waiting.payment_method),
      );
      const attempt = { account, intent: waiting, paymentMethod };
      if (isAuthenticated) return this.applyBankDecision(manager, attempt);
      return this.failAttempt(manager, attempt, {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: AUTHENTICATION_FAILED,
      });
    });
    return requireAccepted(intent);
  }

  @HandleJob(settlePayment)
  async settlePayment({ intentId }: { intentId: string }): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await this.store.lock<Stripe.PaymentIntent>(manager, intentId);
      if (!row?.dueAt || row.document.status !== 'processing') return;
      const { account, document: intent } = row;
      const charge = await this.store.get<Stripe.Charge>(manager, account, 'charge', toId(intent.latest_charge));
      const paymentMethod = await this.store.get<Stripe.PaymentMethod>(
        manager,
        account,
        'payment_method',
        toId(intent.payment_method),
      );
      await this.applyBankDecision(manager, { account, intent, paymentMethod, charge });
    });
  }

  private async chargeCard(
    manager: EntityManager,
    account: string,
    intentId: string,
    { number, expMonth, expYear }: Card,
  ): Promise<Stripe.PaymentIntent> {
    const intent = await this.intents.lockChangeable(manager, account, intentId);
    const decision = decideOnCard({ cardNumber: number, expiry: `${expMonth}/${expYear % 100}` }, new Date());
    // The card never becomes a payment method, so the intent has no attempt.
    if (decision.outcome === 'refused') throw new StripeError(402, toCardError(decision));
    const paymentMethod = newPaymentMethod({ last4: toLast4(number), expMonth, expYear });
    await this.store.insert(manager, { account, document: paymentMethod });
    const attempt = { account, intent, paymentMethod };
    switch (decision.outcome) {
      case 'challenged':
        return this.store.update(manager, intent, {
          status: 'requires_action',
          last_payment_error: null,
          payment_method: paymentMethod.id,
          next_action: {
            type: 'use_stripe_sdk',
            use_stripe_sdk: { type: 'three_d_secure_redirect', last4: toLast4(number) },
          },
        });
      case 'processing':
        return this.startProcessing(manager, attempt);
      case 'accepted':
      case 'declined':
        return this.applyBankDecision(manager, attempt);
    }
  }

  private async startProcessing(manager: EntityManager, attempt: Attempt): Promise<Stripe.PaymentIntent> {
    const { account, intent, paymentMethod } = attempt;
    const charge = newCharge({ intent, paymentMethod, status: 'pending', amount: intent.amount });
    await this.store.insert(manager, { account, document: charge, intentId: intent.id });
    const dueAt = new Date(Date.now() + this.config.SANDBOX_PROCESSING_MS);
    const change: Partial<Stripe.PaymentIntent> = {
      status: 'processing',
      latest_charge: charge.id,
      payment_method: paymentMethod.id,
      last_payment_error: null,
      next_action: null,
      processing: { type: 'card' },
    };
    const processing = await this.store.update(manager, intent, change, dueAt);
    await this.jobs.enqueue(manager, settlePayment, { intentId: intent.id }, { key: intent.id, runAt: dueAt });
    await this.webhooks.publishEvent(manager, account, 'payment_intent.processing', processing);
    return processing;
  }

  private async applyBankDecision(manager: EntityManager, attempt: Attempt): Promise<Stripe.PaymentIntent> {
    const decision = getBankDecision(last4Of(attempt.paymentMethod));
    if (decision.outcome === 'accepted') return this.completePayment(manager, attempt);
    return this.failAttempt(manager, attempt, toCardError(decision));
  }

  private async completePayment(manager: EntityManager, attempt: Attempt): Promise<Stripe.PaymentIntent> {
    const { account, intent, paymentMethod } = attempt;
    const charge = await this.storeCharge(manager, attempt, 'succeeded');
    const last4 = last4Of(paymentMethod);
    const doubt = getDoubt(last4);
    // Radar assesses the risk before the payment succeeds, so its event has the review.
    if (doubt === 'review') await this.radar.openReview(manager, account, charge);
    const paid = await this.store.update(manager, intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: paymentMethod.id,
      last_payment_error: null,
      next_action: null,
      processing: null,
    });
    await this.webhooks.publishEvent(manager, account, 'payment_intent.succeeded', paid);
    if (doubt === 'fraud-warning') await this.radar.warnOfFraud(manager, account, charge);
    const disputeReason = getDisputeReason(last4);
    if (disputeReason) await this.disputes.openDispute(manager, account, { charge, reason: disputeReason });
    return paid;
  }

  /** A failed authentication has no charge. */
  private async failAttempt(
    manager: EntityManager,
    attempt: Attempt,
    error: StripeErrorBody,
  ): Promise<Stripe.PaymentIntent> {
    const { account, intent, paymentMethod } = attempt;
    const charge = error.type === 'card_error' ? await this.storeCharge(manager, attempt, 'failed') : null;
    const failed = await this.store.update(manager, intent, {
      status: 'requires_payment_method',
      latest_charge: charge?.id ?? null,
      payment_method: null,
      next_action: null,
      processing: null,
      last_payment_error: {
        ...error,
        ...(charge && { charge: charge.id }),
        payment_method: paymentMethod,
      } as unknown as Stripe.PaymentIntent.LastPaymentError,
    });
    await this.webhooks.publishEvent(manager, account, 'payment_intent.payment_failed', failed);
    return failed;
  }

  private async storeCharge(
    manager: EntityManager,
    { account, intent, paymentMethod, charge: pending }: Attempt,
    status: 'succeeded' | 'failed',
  ): Promise<Stripe.Charge> {
    const charge = newCharge({ intent, paymentMethod, status, amount: intent.amount });
    if (pending) return this.store.update(manager, pending, { ...charge, id: pending.id });
    await this.store.insert(manager, { account, document: charge, intentId: intent.id });
    return charge;
  }
}

/** @throws StripeError for an intent whose attempt was declined. */
function requireAccepted(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const { status, last_payment_error: error } = intent;
  if (status !== 'requires_payment_method' || !error) return intent;
  const status4xx = error.type === 'card_error' ? 402 : 400;
  throw new StripeError(status4xx, { ...(error as unknown as StripeErrorBody), payment_intent: intent });
}
