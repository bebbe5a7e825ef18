import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, formatCents } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../config.js';
import { AUTHENTICATION_FAILED, decideOnCard, toLast4 } from './sandbox-cards.rules.js';
import { SandboxBankService, type SandboxIntent } from './sandbox-bank.service.js';

interface Card {
  clientSecret: string;
  cardNumber: string;
  expiry: string;
}

interface SandboxChallengeRequest {
  clientSecret: string;
  answer: 'complete' | 'fail';
}

interface SandboxConfirmation {
  paymentIntentId: string;
  status: 'succeeded' | 'processing' | 'requires_action';
  challenge?: { amount: string; last4: string };
}

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

/**
 * The sandbox's card form: charges the card, and takes the customer's response to the bank's challenge. The shop learns the
 * result by webhook, as from a real provider.
 */
@Injectable()
export class SandboxPaymentsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly bank: SandboxBankService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

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
