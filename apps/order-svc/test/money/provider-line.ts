import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@shop/contracts/common';
import { SandboxProvider } from '../../src/payments/sandbox/sandbox.provider.js';
import type { MoneyShop } from './money-shop.js';

const outOfReach = (): DomainError => new DomainError('PAYMENT_UNREACHABLE', 'unavailable', "We can't reach the payment provider right now. Please try again in a moment.");

interface Break {
  unheardFrom: number | null;
  asked: number;
}

/** Between the shop and its payment provider: what is asked for is done, and the answer may be lost. */
export class ProviderLine {
  private readonly broken = new AsyncLocalStorage<Break>();

  constructor(shop: MoneyShop) {
    const provider = shop.get(SandboxProvider);
    provider.createIntent = this.losing(provider.createIntent.bind(provider));
    provider.updateIntent = this.losing(provider.updateIntent.bind(provider));
    provider.retrieveIntent = this.losing(provider.retrieveIntent.bind(provider));
    provider.cancelIntent = this.losing(provider.cancelIntent.bind(provider));
    provider.refund = this.losing(provider.refund.bind(provider));
    provider.retrieveRefund = this.losing(provider.retrieveRefund.bind(provider));
    provider.listRefunds = this.losing(provider.listRefunds.bind(provider));
  }

  /** Null: every answer is heard. */
  during<Result>(unheardFrom: number | null, work: () => Promise<Result>): Promise<Result> {
    return this.broken.run({ unheardFrom, asked: 0 }, work);
  }

  private losing<Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>): (...asked: Asked) => Promise<Answer> {
    return async (...asked) => {
      const line = this.broken.getStore();
      const nth = line ? (line.asked += 1) : 0;
      const answer = await ask(...asked);
      if (line && line.unheardFrom !== null && nth >= line.unheardFrom) throw outOfReach();
      return answer;
    };
  }
}
