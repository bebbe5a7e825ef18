/** A customer's checkout as calls of the API, for a shop whose services are killed at random. */
import { setTimeout as delay } from 'node:timers/promises';
import { ADDRESS } from '@shop/contracts/api';
import {
  addToCart,
  confirmSandboxPayment,
  confirmShipping,
  generateArtwork,
  getCart,
  getPlacedOrder,
  register,
  removeCartItem,
  startPayment,
  toPath,
  uploadPhoto,
  type Route,
} from '@shop/contracts/routes';
import { randomUUID } from 'node:crypto';

const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
const RETRY_DELAY_MS = 300;
/** A stopped process accepts connections and never answers. */
const CALL_TIMEOUT_MS = 10_000;
const GENERATION_TIMEOUT_MS = 120_000;

interface Call {
  params?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

interface Answer {
  status: number;
  json: unknown;
}

interface Checkout {
  clientSecret: string;
  orderNumber: string;
  revision: string;
}

/** A call without an answer, or with one of these, may have had an effect. */
const isFailure = (status: number): boolean => status >= 500 || status === 429;

export class Shopper {
  private readonly cookies = new Map<string, string>();
  private readonly origin: string;
  private readonly stop: AbortSignal;
  private artworkId = '';
  readonly email = `kills-${randomUUID()}@example.com`;
  failedCalls = 0;
  checkouts = 0;

  constructor(origin: string, stop: AbortSignal) {
    this.origin = origin;
    this.stop = stop;
  }

  /** Creates an account and an artwork, before the first kill. */
  async prepare(photo: Buffer): Promise<void> {
    await this.callUntilDone(register, { body: { email: this.email, password: randomUUID(), firstName: 'Pat' } });
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'pet.jpg');
    const { url } = (await this.callUntilDone(uploadPhoto, { form })).json as { url: string };
    const { json } = await this.callUntilDone(generateArtwork, {
      body: { imageUrl: url, styleKey: 'minimalistic' },
      headers: { 'idempotency-key': randomUUID() },
      timeoutMs: GENERATION_TIMEOUT_MS,
    });
    this.artworkId = (json as { outputImageId: string }).outputImageId;
  }

  /** Buys one item after another until the signal aborts. */
  async buy(productId: string): Promise<void> {
    while (!this.stop.aborted) {
      await this.buyOne(productId).catch((error: unknown) => {
        if (!this.stop.aborted) throw error;
      });
    }
  }

  private async buyOne(productId: string): Promise<void> {
    await this.emptyCart();
    const body = { productId, generatedImageId: this.artworkId, quantity: 1 + (this.checkouts % 3) };
    await this.callUntilDone(addToCart, { body });
    const placed = await this.callUntilDone(confirmShipping, { body: ADDRESS });
    if (placed.status !== 200) return; // The payment of a call without an answer has emptied the cart.
    const { orderNumber, revision, clientSecret } = placed.json as Checkout;
    const started = await this.callUntilDone(startPayment, { body: { orderNumber, revision } });
    if (started.status !== 200) return;
    const paid = await this.callUntilDone(confirmSandboxPayment, { body: { clientSecret, ...CARD } });
    if (paid.status !== 200) return;
    this.checkouts += 1;
    await this.waitUntilPaid(clientSecret.split('_secret_')[0] ?? '');
  }

  private async waitUntilPaid(paymentIntentId: string): Promise<void> {
    for (;;) {
      const { json } = await this.callUntilDone(getPlacedOrder, { params: { paymentIntentId } });
      if ((json as { state?: string }).state === 'paid') return;
      await delay(RETRY_DELAY_MS, undefined, { signal: this.stop });
    }
  }

  private async emptyCart(): Promise<void> {
    const { json } = await this.callUntilDone(getCart);
    for (const { id } of (json as { items: { id: string }[] }).items)
      await this.callUntilDone(removeCartItem, { params: { itemId: id } });
  }

  /** Repeats a call that failed or was not answered, as a customer would. */
  private async callUntilDone(route: Route, call: Call = {}): Promise<Answer> {
    for (;;) {
      this.stop.throwIfAborted();
      const answer = await this.call(route, call).catch(() => undefined);
      if (answer && !isFailure(answer.status)) return answer;
      this.failedCalls += 1;
      await delay(RETRY_DELAY_MS, undefined, { signal: this.stop });
    }
  }

  private async call(
    route: Route,
    { params, body, form, headers, timeoutMs = CALL_TIMEOUT_MS }: Call,
  ): Promise<Answer> {
    const response = await fetch(new URL(toPath(route.path, params), this.origin), {
      method: route.method,
      headers: {
        origin: this.origin,
        cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: AbortSignal.any([this.stop, AbortSignal.timeout(timeoutMs)]),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      json: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }
}
