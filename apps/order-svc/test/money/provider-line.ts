import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@shop/contracts/common';
import { SandboxProvider } from '../../src/payments/sandbox/sandbox.provider.js';
import type { MoneyShop } from './money-shop.js';

const outOfReach = (): DomainError => new DomainError('PAYMENT_UNREACHABLE', 'unavailable', "We can't reach the payment provider right now. Please try again in a moment.");

/** Between the shop and its payment provider: what is asked for is done, and the answer may be lost. */
export class ProviderLine {
  private readonly broken = new AsyncLocalStorage<boolean>();

  constructor(shop: MoneyShop) {
    const provider = shop.get(SandboxProvider);
    provider.createIntent = this.losing(provider.createIntent.bind(provider));
    provider.cancelIntent = this.losing(provider.cancelIntent.bind(provider));
    provider.refund = this.losing(provider.refund.bind(provider));
  }

  during<Result>(isBroken: boolean, work: () => Promise<Result>): Promise<Result> {
    return this.broken.run(isBroken, work);
  }

  private losing<Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>): (...asked: Asked) => Promise<Answer> {
    return async (...asked) => {
      const answer = await ask(...asked);
      if (this.broken.getStore()) throw outOfReach();
      return answer;
    };
  }
}
