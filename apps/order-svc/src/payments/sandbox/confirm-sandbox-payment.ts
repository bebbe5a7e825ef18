import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, formatCents } from '@shop/contracts/common';
import type { sandboxConfirmRequestSchema, SandboxConfirmation } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Config } from '../../config.js';
import { SandboxBooks } from './sandbox-books.js';
import { last4Of, verdictOnCard } from './sandbox-cards.rules.js';
import { confirmationOf, givenBefore, givenNow, type Given } from './sandbox-given.js';
import { SandboxWebhooks } from './sandbox-webhooks.js';

type Card = z.output<typeof sandboxConfirmRequestSchema>;

/** The customer's card form of the sandbox; what came of it the shop learns by webhook, as from a provider. */
@Injectable()
export class ConfirmSandboxPayment {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly books: SandboxBooks,
    private readonly webhooks: SandboxWebhooks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(card: Card): Promise<SandboxConfirmation> {
    const given = await this.dataSource.transaction((manager) => this.confirm(manager, card));
    this.webhooks.wake();
    return confirmationOf(given);
  }

  private async confirm(manager: EntityManager, card: Card): Promise<Given> {
    const found = await this.books.getLocked(manager, card.clientSecret);
    const before = givenBefore(found);
    if (before) return before;
    const intent = { ...found, last4: last4Of(card.cardNumber) };
    const verdict = verdictOnCard(card, new Date());
    switch (verdict.outcome) {
      case 'refused':
        throw new DomainError('CARD_REFUSED', 'impossible', verdict.message);
      case 'challenged':
        await this.books.challenge(manager, intent);
        return {
          intentId: intent.id,
          status: 'requires_action',
          challenge: { amount: formatCents(intent.amountCents), last4: intent.last4 },
        };
      case 'processing':
        await this.books.process(manager, intent, this.config.SANDBOX_PROCESSING_MS);
        return { intentId: intent.id, status: 'processing' };
      case 'accepted':
      case 'declined':
        return givenNow(intent.id, await this.books.settle(manager, intent));
    }
  }
}
