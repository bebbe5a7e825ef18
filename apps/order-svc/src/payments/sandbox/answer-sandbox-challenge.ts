import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import type { SandboxChallengeRequest, SandboxConfirmation } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxBooks } from './sandbox-books.js';
import { AUTHENTICATION_FAILED } from './sandbox-cards.rules.js';
import { confirmationOf, givenBefore, givenNow, type Given } from './sandbox-given.js';
import { SandboxWebhooks } from './sandbox-webhooks.js';

const challengeOver = () =>
  new DomainError('CHALLENGE_OVER', 'conflict', 'Your bank no longer waits for an answer. Please pay again.');

/** The customer answers the bank's challenge, as on the test page of a real provider. */
@Injectable()
export class AnswerSandboxChallenge {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly books: SandboxBooks,
    private readonly webhooks: SandboxWebhooks,
  ) {}

  async execute(request: SandboxChallengeRequest): Promise<SandboxConfirmation> {
    const given = await this.dataSource.transaction((manager) => this.answer(manager, request));
    this.webhooks.wake();
    return confirmationOf(given);
  }

  private async answer(manager: EntityManager, { clientSecret, answer }: SandboxChallengeRequest): Promise<Given> {
    const intent = await this.books.getLocked(manager, clientSecret);
    const before = givenBefore(intent);
    if (before) return before;
    if (!intent.isChallenged) throw challengeOver();
    const declined =
      answer === 'complete'
        ? await this.books.settle(manager, intent)
        : await this.books.decline(manager, intent, AUTHENTICATION_FAILED);
    return givenNow(intent.id, declined);
  }
}
