import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import { StripeClient } from '../../src/payments/stripe/stripe.client.js';
import type { ModelShop } from './model-shop.js';

/** A connection fault during one command. */
export interface ConnectionFault {
  /** Stripe runs all calls, but from this response on, counted from 1, the shop gets none. Null: it gets all. */
  lostFrom: number | null;
  /** Stripe rejects new intents. */
  isIntentRejected: boolean;
}

interface ActiveFault extends ConnectionFault {
  callCount: number;
}

const NEW_INTENT = 'POST /v1/payment_intents';
const TOO_LARGE = {
  error: {
    type: 'invalid_request_error',
    code: 'amount_too_large',
    message: 'Amount must be no more than $999,999.99',
  },
};

/**
 * Calls the sandbox's handlers of Stripe's API in this process, one turn of the scheduler each. New intents may be
 * rejected, and responses may be lost.
 */
export class ProviderConnection {
  private readonly activeFault = new AsyncLocalStorage<ActiveFault>();

  constructor(private readonly shop: ModelShop) {
    const client = shop.get(StripeClient);
    const api = new Stripe(client.settings.secretKey, {
      httpClient: Stripe.createFetchHttpClient((url, init) => this.call(new URL(url), init)),
      // A repeated call would hide a lost response.
      maxNetworkRetries: 0,
      telemetry: false,
    });
    Object.assign(client, { api });
  }

  withFault<Result>(fault: ConnectionFault, work: () => Promise<Result>): Promise<Result> {
    return this.activeFault.run({ ...fault, callCount: 0 }, work);
  }

  private async call(
    { pathname, search }: URL,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<Response> {
    const call = `${method} ${pathname}`;
    const fault = this.activeFault.getStore();
    const callNumber = fault ? (fault.callCount += 1) : 0;
    if (fault?.isIntentRejected && call === NEW_INTENT) return Response.json(TOO_LARGE, { status: 400 });
    const answer = await this.shop.scheduler.runStatement(call, () =>
      this.shop.stripe.api.handle({
        method,
        path: pathname,
        form: method === 'GET' ? search.slice(1) : typeof body === 'string' ? body : '',
        headers: Object.fromEntries(new Headers(headers)),
      }),
    );
    const isLost = fault !== undefined && fault.lostFrom !== null && callNumber >= fault.lostFrom;
    if (isLost || answer === 'hang up') throw new TypeError('The response of Stripe was lost');
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  }
}
