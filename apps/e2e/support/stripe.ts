import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

export interface StripeIntent {
  id: string;
  object: 'payment_intent';
  client_secret: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  metadata: { orderId: string };
  last_payment_error: null;
}

export const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_journey',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_journey',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_journey',
};

/** The part of Stripe's API for successful payments; order-svc's tests have a complete fake. */
export class StripeApi {
  private readonly intents = new Map<string, StripeIntent>();
  private readonly server: Server = createServer((req, res) => void this.handleRequest(req, res));

  start(): Promise<void> {
    return new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  changeIntent(id: string, change: Partial<StripeIntent>): StripeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`Unknown intent ${id}`);
    return Object.assign(intent, change);
  }

  private async handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const [, , , id = '', action] = req.url?.split(/[/?]/) ?? [];
    if (action === 'cancel') this.changeIntent(id, { status: 'canceled' });
    const intent = id ? this.intents.get(id) : this.createIntent(new URLSearchParams(body));
    res
      .writeHead(intent ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(intent ?? { error: { type: 'invalid_request_error' } }));
  }

  private createIntent(params: URLSearchParams): StripeIntent {
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const intent: StripeIntent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      amount: Number(params.get('amount')),
      amount_received: 0,
      currency: params.get('currency') ?? '',
      status: 'requires_payment_method',
      metadata: { orderId: params.get('metadata[orderId]') ?? '' },
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    return intent;
  }
}

/** Signature header `t=…,v1=…` of a webhook; docs.stripe.com/webhooks. */
export function signPayload(secret: string, payload: string, timestamp = Math.floor(Date.now() / 1000)): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
}

/** Replaces Stripe's script: a frame of its origin, and a payment by a call of its API. */
const FAKE_SCRIPT = `window.Stripe = Object.assign(() => ({
  createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
  elements: ({ amount, appearance }) => {
    window.stripeForm = { amount, appearances: [appearance] };
    return {
      create: () => ({
        on: (event, listener) => event === 'ready' && setTimeout(listener, 50), off() {}, update() {}, destroy() {},
        mount: (parent) => { parent.append(Object.assign(document.createElement('iframe'), { src: 'https://js.stripe.com/form.html', title: 'Secure payment input frame', width: '100%' })); },
      }),
      getElement: () => null, submit: async () => ({}),
      update: ({ amount, appearance }) => { if (amount) window.stripeForm.amount = amount; if (appearance) window.stripeForm.appearances.push(appearance); },
    };
  },
  confirmPayment: async ({ confirmParams, clientSecret: secret }) => {
    const answer = await (await fetch('https://api.stripe.com/v1/confirm?secret=' + secret)).json();
    if (answer.error) return answer;
    location.href = confirmParams.return_url + '?payment_intent=' + answer.id + '&payment_intent_client_secret=' + secret + '&redirect_status=' + answer.status;
    return new Promise(() => {});
  },
}), { version: 'endive' });`;

/** Stubs the browser's requests to Stripe; `confirm` returns the result of the payment. */
export async function stubStripe(page: Page, confirm: (intentId: string) => object): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: FAKE_SCRIPT })
      : route.fulfill({ contentType: 'text/html', body: 'Card number' }),
  );
  await page.route('https://api.stripe.com/**', async (route) => {
    const intentId = new URL(route.request().url()).searchParams.get('secret')?.split('_secret_')[0] ?? '';
    await route.fulfill({ json: confirm(intentId), headers: { 'access-control-allow-origin': '*' } });
  });
}
