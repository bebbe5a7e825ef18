import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { PaymentAccount } from '../payment-provider.js';
import { StripeClient } from './stripe.client.js';

const LIVE_KEY = /^(?:sk|rk)_live_/;

/** The account and the mode of the shop's keys. */
@Injectable()
export class StripeAccountService {
  private account: string | undefined;

  constructor(private readonly client: StripeClient) {}

  get livemode(): boolean {
    return LIVE_KEY.test(this.client.settings?.secretKey ?? '');
  }

  /** Asks Stripe once in the life of the process. Throws Stripe's error. */
  async getCurrent(): Promise<PaymentAccount> {
    this.account ??= await this.readAccount();
    return { account: this.account, livemode: this.livemode };
  }

  /** A restricted key may lack the right to read its account. Its publishable key identifies the account then. */
  private async readAccount(): Promise<string> {
    try {
      return (await this.client.api.accounts.retrieveCurrent()).id;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      const key = this.client.settings?.publishableKey ?? '';
      return `key_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
    }
  }
}
