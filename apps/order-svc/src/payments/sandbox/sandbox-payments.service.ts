import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, formatCents } from '@shop/contracts/common';
import type { SandboxChallengeRequest, SandboxConfirmation, sandboxConfirmRequestSchema } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Config } from '../../config.js';
import { OrdersRepository } from '../../orders/orders.repository.js';
import { emailMissing, orderChanged } from '../payment.errors.js';
import { AUTHENTICATION_FAILED, decideOnCard, toLast4 } from './sandbox-cards.rules.js';
import { SandboxBankService, type SandboxIntent } from './sandbox-bank.service.js';

type Card = z.output<typeof sandboxConfirmRequestSchema>;

const challengeOverError = () =>
  new DomainError('CHALLENGE_OVER', 'conflict', 'Your bank no longer waits for an answer. Please pay again.');

/**
 * The result of a card payment. A decline must be committed, so it is returned from the transaction and thrown
 * afterwards.
 */
type SandboxPaymentResult =
  ({ intentId: string } & Omit<SandboxConfirmation, 'paymentIntentId'>) | { intentId: string; declined: string };

/** The earlier result of a paid or processing intent; null if the card can be charged. */
const findEarlierResult = ({ id: intentId, status }: SandboxIntent): SandboxPaymentResult | null =>
  status === 'succeeded' || status === 'processing' ? { intentId, status } : null;

const toResult = (intentId: string, declined: string | null): SandboxPaymentResult =>
  declined === null ? { intentId, status: 'succeeded' } : { intentId, declined };

/** @throws DomainError CARD_DECLINED with the bank's message. */
function toConfirmation(result: SandboxPaymentResult): SandboxConfirmation {
  if ('declined' in result) throw new DomainError('CARD_DECLINED', 'impossible', result.declined);
  const { intentId: paymentIntentId, ...confirmation } = result;
  return { paymentIntentId, ...confirmation };
}

interface Confirmation {
  clientSecret: string;
  /** The total that the page displays beside the card form. A page without a total leaves it out. */
  amountCents?: number;
}

const toIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/**
 * The sandbox's card form: charges the card, and takes the customer's response to the bank's challenge. The shop learns the
 * result by webhook, as from a real provider.
 */
@Injectable()
export class SandboxPaymentsService {
  constructor(
    private readonly orders: OrdersRepository,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly bank: SandboxBankService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * An order needs an email address before its card is charged, and its total must be the displayed one.
   *
   * @throws DomainError EMAIL_MISSING, or ORDER_CHANGED if the open order has another total or another client secret.
   */
  async requireCurrentAmount({ clientSecret, amountCents }: Confirmation): Promise<void> {
    const order = await this.orders.findByAnyIntent(toIntentId(clientSecret));
    if (!order) return;
    const isReplaced = order.intent?.clientSecret !== clientSecret;
    const differs = amountCents !== undefined && amountCents !== order.totalCents;
    if (order.status === 'created' && (isReplaced || differs)) throw orderChanged(formatCents(order.totalCents));
    if (!isReplaced && !order.email) throw emailMissing();
  }

  async confirmPayment(card: Card): Promise<SandboxConfirmation> {
    const result = await this.dataSource.transaction((manager) => this.chargeCard(manager, card));
    return toConfirmation(result);
  }

  private async chargeCard(manager: EntityManager, card: Card): Promise<SandboxPaymentResult> {
    const found = await this.bank.getLocked(manager, card.clientSecret);
    const earlier = findEarlierResult(found);
    if (earlier) return earlier;
    const intent = { ...found, last4: toLast4(card.cardNumber) };
    const decision = decideOnCard(card, new Date());
    switch (decision.outcome) {
      case 'refused':
        throw new DomainError('CARD_DECLINED', 'impossible', decision.message);
      case 'challenged':
        await this.bank.challengeIntent(manager, intent);
        return {
          intentId: intent.id,
          status: 'requires_action',
          challenge: { amount: formatCents(intent.amountCents), last4: intent.last4 },
        };
      case 'processing':
        await this.bank.startProcessing(manager, intent, this.config.SANDBOX_PROCESSING_MS);
        return { intentId: intent.id, status: 'processing' };
      case 'accepted':
      case 'declined':
        return toResult(intent.id, await this.bank.applyBankDecision(manager, intent));
    }
  }

  async answerChallenge(request: SandboxChallengeRequest): Promise<SandboxConfirmation> {
    const result = await this.dataSource.transaction((manager) => this.applyAnswer(manager, request));
    return toConfirmation(result);
  }

  private async applyAnswer(
    manager: EntityManager,
    { clientSecret, answer }: SandboxChallengeRequest,
  ): Promise<SandboxPaymentResult> {
    const intent = await this.bank.getLocked(manager, clientSecret);
    const earlier = findEarlierResult(intent);
    if (earlier) return earlier;
    if (!intent.isChallenged) throw challengeOverError();
    const declined =
      answer === 'complete'
        ? await this.bank.applyBankDecision(manager, intent)
        : await this.bank.declineIntent(manager, intent, AUTHENTICATION_FAILED);
    return toResult(intent.id, declined);
  }
}
