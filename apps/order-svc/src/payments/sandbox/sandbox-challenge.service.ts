import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import type { SandboxChallengeRequest, SandboxConfirmation } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxPaymentStore } from './sandbox-payment.store.js';
import { AUTHENTICATION_FAILED } from './sandbox-cards.rules.js';
import {
  toConfirmation,
  findEarlierResult,
  toResult,
  type SandboxPaymentResult,
} from './sandbox-payment-result.mapper.js';
import { SandboxWebhookSender } from './sandbox-webhook.sender.js';

const challengeOverError = () =>
  new DomainError('CHALLENGE_OVER', 'conflict', 'Your bank no longer waits for an answer. Please pay again.');

/** Takes the customer's response to the bank's authentication challenge, like the test page of a real provider. */
@Injectable()
export class SandboxChallengeService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payments: SandboxPaymentStore,
    private readonly webhookSender: SandboxWebhookSender,
  ) {}

  async answerChallenge(request: SandboxChallengeRequest): Promise<SandboxConfirmation> {
    const result = await this.dataSource.transaction((manager) => this.applyAnswer(manager, request));
    this.webhookSender.wake();
    return toConfirmation(result);
  }

  private async applyAnswer(
    manager: EntityManager,
    { clientSecret, answer }: SandboxChallengeRequest,
  ): Promise<SandboxPaymentResult> {
    const intent = await this.payments.getLocked(manager, clientSecret);
    const earlier = findEarlierResult(intent);
    if (earlier) return earlier;
    if (!intent.isChallenged) throw challengeOverError();
    const declined =
      answer === 'complete'
        ? await this.payments.applyBankDecision(manager, intent)
        : await this.payments.declineIntent(manager, intent, AUTHENTICATION_FAILED);
    return toResult(intent.id, declined);
  }
}
