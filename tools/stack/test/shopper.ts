import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESS, SAMPLE } from '@shop/contracts/api';
import type { Design, Generation } from '@shop/contracts/art';
import { PROJECT_ROOT } from '../settings.ts';
import { eventually } from './eventually.ts';

interface Cart {
  items: { id: string; quantity: number }[];
}

/** A customer with the cookies of one browser. */
export class Shopper {
  readonly email = `pat-${randomUUID()}@example.com`;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #photo = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer's JSON. Throws where it is refused. */
  async call<T>(method: string, path: string, body?: object, added: Record<string, string> = {}): Promise<T> {
    const isForm = body instanceof FormData;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = {
      origin: this.#origin,
      cookie,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...added,
    };
    const answer = await fetch(new URL(path, this.#origin), {
      method,
      headers,
      body: isForm ? body : body && JSON.stringify(body),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async register(): Promise<void> {
    await this.call('POST', '/api/register', { email: this.email, password: SAMPLE.password, firstName: 'Pat' });
  }

  async signIn(): Promise<void> {
    await this.call('POST', '/api/login', { email: this.email, password: SAMPLE.password });
  }

  /** Artwork of any picture that is at hand, on a pet tag, whose print file is the quickest to make, in the cart. */
  async fillCart(): Promise<Cart> {
    const photo = new FormData();
    photo.set(
      'image',
      new Blob([readFileSync(join(PROJECT_ROOT, 'docs/images/shop.png'))], { type: 'image/png' }),
      'rex.png',
    );
    this.#photo = (await this.call<{ url: string }>('POST', '/api/upload', photo)).url;
    const { outputImageId } = await this.generate('modern');
    const products = await this.call<{ id: string; category: string }[]>('GET', '/api/products');
    const line = {
      productId: products.find(({ category }) => category === 'pet-tag')?.id,
      generatedImageId: outputImageId,
    };
    return eventually('order-svc to know the product', () =>
      this.call<Cart>('POST', '/api/cart', line).catch(() => undefined),
    );
  }

  /** Artwork of the photo of `fillCart`; resolves when it is drawn. */
  generate(styleKey: string): Promise<Generation> {
    return this.call('POST', '/api/generate', { imageUrl: this.#photo, styleKey }, { 'idempotency-key': randomUUID() });
  }

  designs(): Promise<Design[]> {
    return this.call('GET', '/api/designs');
  }

  /** A picture, as it is kept. */
  async file(url: string): Promise<Buffer> {
    const answer = await fetch(new URL(url, this.#origin));
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith('image/'))
      throw new Error(`${url}: ${answer.status}, ${answer.headers.get('content-type')}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Orders what is in the cart; resolves with the address that tells what became of the order. */
  async order(): Promise<string> {
    const { clientSecret } = await this.call<{ clientSecret: string }>('POST', '/api/checkout/shipping', ADDRESS);
    return `/api/checkout/orders/${clientSecret.split('_secret_')[0]}`;
  }

  /** Asks something; the shop confirms that by a letter. */
  async ask(): Promise<void> {
    await this.call('POST', '/api/contact', {
      name: 'Pat',
      email: this.email,
      subject: 'A parcel',
      message: 'Do you ship to Maine?',
    });
  }
}
