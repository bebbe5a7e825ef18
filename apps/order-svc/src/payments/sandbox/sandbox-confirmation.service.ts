import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, formatCents } from '@shop/contracts/common';
import type { sandboxConfirmRequestSchema, SandboxConfirmation } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Config } from '../../config.js';
import { SandboxPaymentStore } from './sandbox-payment.store.js';
import { toLast4, decideOnCard } from './sandbox-cards.rules.js';
import {
  toConfirmation,
  findEarlierResult,
  toResult,
  type SandboxPaymentResult,
} from './sandbox-payment-result.mapper.js';
import { SandboxWebhookSender } from './sandbox-webhook.sender.js';

type Card = z.output<typeof sandboxConfirmRequestSchema>;

/** Charges the card of the sandbox's card form. The shop learns the result by webhook, as from a real provider. */
@Injectable()
export class SandboxConfirmationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payments: SandboxPaymentStore,
    private readonly webhookSender: SandboxWebhookSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async confirmPayment(card: Card): Promise<SandboxConfirmation> {
    const result = await this.dataSource.transaction((manager) => this.chargeCard(manager, card));
    this.webhookSender.wake();
    return toConfirmation(result);
  }

  private async chargeCard(manager: EntityManager, card: Card): Promise<SandboxPaymentResult> {
    const found = await this.payments.getLocked(manager, card.clientSecret);
    const earlier = findEarlierResult(found);
    if (earlier) return earlier;
    const intent = { ...found, last4: toLast4(card.cardNumber) };
    const decision = decideOnCard(card, new Date());
    switch (decision.outcome) {
      case 'refused':
        throw new DomainError('CARD_DECLINED', 'impossible', decision.message);
      case 'challenged':
        await this.payments.challengeIntent(manager, intent);
        return {
          intentId: intent.id,
          status: 'requires_action',
          challenge: { amount: formatCents(intent.amountCents), last4: intent.last4 },
        };
      case 'processing':
        await this.payments.startProcessing(manager, intent, this.config.SANDBOX_PROCESSING_MS);
        return { intentId: intent.id, status: 'processing' };
      case 'accepted':
      case 'declined':
        return toResult(intent.id, await this.payments.applyBankDecision(manager, intent));
    }
  }
}
