import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { PaymentAccount } from '../payment-provider.js';
import { StripeClient } from './stripe.client.js';

const LIVE_KEY = /^(?:sk|rk)_live_/;

/** An account that the key may not read is asked for again after this time. */
const ASK_AGAIN_MS = 60_000;

/** The account and the mode of the shop's keys. */
@Injectable()
export class StripeAccountService {
  private account: string | null = null;
  private askAgainAt = 0;
  private triedAt = -Infinity;

  constructor(private readonly client: StripeClient) {}

  get livemode(): boolean {
    return LIVE_KEY.test(this.client.settings.secretKey);
  }

  /**
   * An endpoint of a live account may get test events too; their payments are never counted. Only events of connected
   * accounts name their account (docs.stripe.com/connect/webhooks).
   */
  findForeignReason({ livemode, account }: Stripe.Event): 'other-mode' | 'other-account' | null {
    if (livemode !== this.livemode) return 'other-mode';
    return account !== undefined && account !== this.account ? 'other-account' : null;
  }

  /** Asks Stripe until it names the account. Throws Stripe's error. */
  async getCurrent(): Promise<PaymentAccount> {
    if (Date.now() >= this.askAgainAt) this.account ??= await this.readAccount();
    return { account: this.account, livemode: this.livemode };
  }

  /** Without the account while Stripe does not name it. Asks at most once a minute. */
  async getKnown(): Promise<PaymentAccount> {
    if (this.account === null && Date.now() >= this.triedAt + ASK_AGAIN_MS) {
      this.triedAt = Date.now();
      await this.getCurrent().catch(() => undefined);
    }
    return { account: this.account, livemode: this.livemode };
  }

  /** Null if a restricted key lacks the right to read its account. */
  private async readAccount(): Promise<string | null> {
    try {
      return (await this.client.api.accounts.retrieveCurrent()).id;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      this.askAgainAt = Date.now() + ASK_AGAIN_MS;
      return null;
    }
  }
}
