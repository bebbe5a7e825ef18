import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@shop/contracts/common';
import { SandboxProvider } from '../../src/payments/sandbox/sandbox.provider.js';
import type { ModelShop } from './model-shop.js';

const unreachableError = (): DomainError =>
  new DomainError(
    'PAYMENT_UNREACHABLE',
    'unavailable',
    "We can't reach the payment provider right now. Please try again in a moment.",
  );

const tooLargeError = (): DomainError =>
  new DomainError('PAYMENT_TOO_LARGE', 'impossible', 'This is more than can be paid at once.');

/** What is wrong with the line, of which an command knows nothing. */
export interface ConnectionFault {
  /** What is asked of the provider is done, and from this answer on, counted from 1, nobody hears so; null: every one is heard. */
  lostFrom: number | null;
  /** No intent is made of what is asked for. */
  isIntentRejected: boolean;
}

interface ActiveFault extends ConnectionFault {
  callCount: number;
}

/** Between the shop and its payment provider: a new intent may be refused; what else is asked for is done, and the answer may be lost. */
export class ProviderConnection {
  private readonly activeFault = new AsyncLocalStorage<ActiveFault>();

  constructor(shop: ModelShop) {
    const provider = shop.get(SandboxProvider);
    provider.createIntent = this.loseResponses(this.rejectIntents(provider.createIntent.bind(provider)));
    provider.updateIntent = this.loseResponses(provider.updateIntent.bind(provider));
    provider.retrieveIntent = this.loseResponses(provider.retrieveIntent.bind(provider));
    provider.cancelIntent = this.loseResponses(provider.cancelIntent.bind(provider));
    provider.refund = this.loseResponses(provider.refund.bind(provider));
    provider.retrieveRefund = this.loseResponses(provider.retrieveRefund.bind(provider));
    provider.listRefunds = this.loseResponses(provider.listRefunds.bind(provider));
  }

  withFault<Result>(trouble: ConnectionFault, work: () => Promise<Result>): Promise<Result> {
    return this.activeFault.run({ ...trouble, callCount: 0 }, work);
  }

  private rejectIntents<Asked extends unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): (...asked: Asked) => Promise<Answer> {
    return (...asked) =>
      this.activeFault.getStore()?.isIntentRejected ? Promise.reject(tooLargeError()) : ask(...asked);
  }

  private loseResponses<Asked extends unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): (...asked: Asked) => Promise<Answer> {
    return async (...asked) => {
      const line = this.activeFault.getStore();
      const nth = line ? (line.callCount += 1) : 0;
      const answer = await ask(...asked);
      if (line && line.lostFrom !== null && nth >= line.lostFrom) throw unreachableError();
      return answer;
    };
  }
}
