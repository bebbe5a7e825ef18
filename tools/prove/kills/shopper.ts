/** A customer's checkout as calls of the API, for a shop whose services are killed or replaced at any time. */
import { setTimeout as delay } from 'node:timers/promises';
import { ADDRESS } from '@shop/contracts-common/docs';
import { generateArtwork, uploadPhoto } from '@shop/contracts-art/routes';
import { listProducts, listVariants } from '@shop/contracts-catalog/routes';
import { toPath, type Route } from '@shop/contracts-common/routes';
import { register, signIn } from '@shop/contracts-identity/routes';
import {
  addToCart,
  confirmShipping,
  getCart,
  getPlacedOrder,
  listOrders,
  removeCartItem,
  startPayment,
} from '@shop/contracts-order/routes';
import { randomUUID } from 'node:crypto';

/** The payment form's call at the sandbox. The key is order-svc's without keys of its own. */
const CONFIRM_CARD = { method: 'POST', path: '/sandbox/v1/payment_intents/:id/confirm' } as const;
const CARD = {
  key: 'pk_test_sandbox',
  'payment_method_data[type]': 'card',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '34',
  'payment_method_data[card][cvc]': '123',
};
const RETRY_DELAY_MS = 300;
/** A stopped process accepts connections and never answers. */
const CALL_TIMEOUT_MS = 10_000;
const GENERATION_TIMEOUT_MS = 120_000;
const PAID = new Set(['paid', 'processing', 'shipped', 'delivered']);

interface Call {
  params?: Record<string, string>;
  body?: unknown;
  form?: FormData | URLSearchParams;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

type CalledRoute = Pick<Route, 'method' | 'path'>;

interface Answer {
  /** 0: there was no answer; `json` says why. */
  status: number;
  json: unknown;
}

interface Account {
  email: string;
  password: string;
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
  readonly account: Account;
  artworkId = '';
  productId = '';
  private variantSelections = {};
  /** The numbers of the cards, one after another. */
  cards: readonly string[] = ['4242424242424242'];
  failedCalls = 0;
  /** The last call with its answer, and the last one that was refused or not answered. */
  lastCall: string | undefined;
  lastFailure: string | undefined;
  checkouts = 0;
  /** Milliseconds of each call. */
  readonly durations: number[] = [];

  constructor(
    origin: string,
    stop: AbortSignal,
    account: Account = { email: `shopper-${randomUUID()}@example.com`, password: randomUUID() },
  ) {
    this.origin = origin;
    this.stop = stop;
    this.account = account;
  }

  /** The header of this name. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  async register(): Promise<void> {
    await this.callUntilDone(register, { body: { ...this.account, firstName: 'Pat' } });
  }

  async signIn(): Promise<void> {
    await this.callUntilDone(signIn, { body: this.account });
  }

  /** Draws the artwork of this shopper's purchases, and chooses a product for it: the cheapest, unless a category is given. */
  async prepare(photo: Buffer, category = 'pet-tag'): Promise<void> {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'pet.jpg');
    const { url } = (await this.callUntilDone(uploadPhoto, { form })).json as { url: string };
    const { json } = await this.callUntilDone(generateArtwork, {
      body: { imageUrl: url, styleKey: 'minimalistic' },
      headers: { 'idempotency-key': randomUUID() },
      timeoutMs: GENERATION_TIMEOUT_MS,
    });
    this.artworkId = (json as { outputImageId: string }).outputImageId;
    const products = (await this.callUntilDone(listProducts)).json as { id: string; category: string }[];
    const product = products.find((each) => each.category === category);
    if (!product) throw new Error(`The shop sells no ${category}`);
    this.productId = product.id;
    const variants = (await this.callUntilDone(listVariants, { params: { id: product.id } })).json as {
      type: string;
      name: string;
      priceModifier: string;
    }[];
    // At the base price, which the restore rehearsal changes and looks for.
    const usual = variants.filter(({ priceModifier }) => Number(priceModifier) === 0);
    this.variantSelections = Object.fromEntries(usual.map(({ type, name }) => [type, name]));
  }

  /** Buys one item after another until the signal aborts. */
  async buyUntilStopped(): Promise<void> {
    while (!this.stop.aborted) {
      await this.buyOne().catch((error: unknown) => {
        if (!this.stop.aborted) throw error;
      });
    }
  }

  async countPaidOrders(): Promise<number> {
    const orders = (await this.callUntilDone(listOrders)).json as { status: string }[];
    return orders.filter(({ status }) => PAID.has(status)).length;
  }

  /** Pays one order and waits until the shop knows it. An order that a failed call left open is paid by a later purchase. */
  async buyOne(): Promise<void> {
    await this.emptyCart();
    await this.addToCart(1 + (this.checkouts % 3));
    const placed = await this.callUntilDone(confirmShipping, { body: ADDRESS });
    if (placed.status !== 200) return; // The payment of a call without an answer has emptied the cart.
    const { orderNumber, revision, clientSecret } = placed.json as Checkout;
    const started = await this.callUntilDone(startPayment, { body: { orderNumber, revision } });
    if (started.status !== 200) return;
    const id = clientSecret.split('_secret_')[0] ?? '';
    const number = this.cards[this.checkouts % this.cards.length] ?? '';
    const form = new URLSearchParams({
      ...CARD,
      'payment_method_data[card][number]': number,
      client_secret: clientSecret,
    });
    const { status, json } = await this.callUntilDone(CONFIRM_CARD, { params: { id }, form });
    // A call without an answer may have paid, so the next one is refused.
    const { error } = json as { error?: { payment_intent?: { status: string } } };
    if (status !== 200 && error?.payment_intent?.status !== 'succeeded') return;
    this.checkouts += 1;
    await this.waitUntilPaid(id);
  }

  async addToCart(quantity: number): Promise<void> {
    const body = {
      productId: this.productId,
      generatedImageId: this.artworkId,
      variantSelections: this.variantSelections,
      quantity,
    };
    await this.callUntilDone(addToCart, { body });
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
  async callUntilDone(route: CalledRoute, call: Call = {}): Promise<Answer> {
    for (;;) {
      this.stop.throwIfAborted();
      const answer = await this.call(route, call).catch((error: unknown): Answer => ({
        status: 0,
        json: String(error),
      }));
      this.record(route, answer);
      if (answer.status !== 0 && !isFailure(answer.status)) return answer;
      this.failedCalls += 1;
      await delay(RETRY_DELAY_MS, undefined, { signal: this.stop });
    }
  }

  /** The end of a purchase cuts its last call off, which says nothing. */
  private record({ method, path }: CalledRoute, { status, json }: Answer): void {
    if (this.stop.aborted) return;
    this.lastCall = `${method} ${path}: ${status} ${JSON.stringify(json)?.slice(0, 500)}`;
    if (status === 0 || status >= 400) this.lastFailure = this.lastCall;
  }

  private async call(
    route: CalledRoute,
    { params, body, form, headers, timeoutMs = CALL_TIMEOUT_MS }: Call,
  ): Promise<Answer> {
    const startedAt = performance.now();
    const response = await fetch(new URL(toPath(route.path, params), this.origin), {
      method: route.method,
      headers: {
        origin: this.origin,
        cookie: this.cookie,
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
    this.durations.push(performance.now() - startedAt);
    return {
      status: response.status,
      json: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }
}
