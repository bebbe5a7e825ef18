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

/** A connection fault during one command. */
export interface ConnectionFault {
  /** The provider runs all calls, but from this response on, counted from 1, the shop gets none. Null: it gets all. */
  lostFrom: number | null;
  /** The provider rejects new intents. */
  isIntentRejected: boolean;
}

interface ActiveFault extends ConnectionFault {
  callCount: number;
}

/** Wraps the payment provider: new intents may be rejected, and responses may be lost. */
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

  withFault<Result>(fault: ConnectionFault, work: () => Promise<Result>): Promise<Result> {
    return this.activeFault.run({ ...fault, callCount: 0 }, work);
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
      const fault = this.activeFault.getStore();
      const callNumber = fault ? (fault.callCount += 1) : 0;
      const answer = await ask(...asked);
      if (fault && fault.lostFrom !== null && callNumber >= fault.lostFrom) throw unreachableError();
      return answer;
    };
  }
}
