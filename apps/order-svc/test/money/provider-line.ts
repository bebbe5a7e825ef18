import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@shop/contracts/common';
import { SandboxProvider } from '../../src/payments/sandbox/sandbox.provider.js';
import type { MoneyShop } from './money-shop.js';

const outOfReach = (): DomainError =>
  new DomainError(
    'PAYMENT_UNREACHABLE',
    'unavailable',
    "We can't reach the payment provider right now. Please try again in a moment.",
  );

const tooLarge = (): DomainError =>
  new DomainError('PAYMENT_TOO_LARGE', 'impossible', 'This is more than can be paid at once.');

/** What is wrong with the line, of which an act knows nothing. */
export interface Trouble {
  /** What is asked of the provider is done, and from this answer on, counted from 1, nobody hears so; null: every one is heard. */
  unheardFrom: number | null;
  /** No intent is made of what is asked for. */
  isRefused: boolean;
}

interface Break extends Trouble {
  asked: number;
}

/** Between the shop and its payment provider: a new intent may be refused; what else is asked for is done, and the answer may be lost. */
export class ProviderLine {
  private readonly broken = new AsyncLocalStorage<Break>();

  constructor(shop: MoneyShop) {
    const provider = shop.get(SandboxProvider);
    provider.createIntent = this.losing(this.refusing(provider.createIntent.bind(provider)));
    provider.updateIntent = this.losing(provider.updateIntent.bind(provider));
    provider.retrieveIntent = this.losing(provider.retrieveIntent.bind(provider));
    provider.cancelIntent = this.losing(provider.cancelIntent.bind(provider));
    provider.refund = this.losing(provider.refund.bind(provider));
    provider.retrieveRefund = this.losing(provider.retrieveRefund.bind(provider));
    provider.listRefunds = this.losing(provider.listRefunds.bind(provider));
  }

  during<Result>(trouble: Trouble, work: () => Promise<Result>): Promise<Result> {
    return this.broken.run({ ...trouble, asked: 0 }, work);
  }

  private refusing<Asked extends unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): (...asked: Asked) => Promise<Answer> {
    return (...asked) => (this.broken.getStore()?.isRefused ? Promise.reject(tooLarge()) : ask(...asked));
  }

  private losing<Asked extends unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): (...asked: Asked) => Promise<Answer> {
    return async (...asked) => {
      const line = this.broken.getStore();
      const nth = line ? (line.asked += 1) : 0;
      const answer = await ask(...asked);
      if (line && line.unheardFrom !== null && nth >= line.unheardFrom) throw outOfReach();
      return answer;
    };
  }
}
